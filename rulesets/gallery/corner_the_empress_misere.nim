# Family: Wythoff's game and its relatives
ruleset "Corner the empress, misère"
extends "corner_the_empress.nim"
source "Fokkink, Ortega and Rust, Corner the empress, Internat. J. Game Theory (2022), for normal play"

play misere

claim "every number is a coordinate":
    exists a in 0..3 * x + 1: P(x, a)

claim "every number is a difference or a sum":
    exists a in 0..2 * x, b in 0..3 * x + 1: P(a, b) and (b = a + x or a + b = x) where 1 <= x
