# Family: Nim and its relatives
ruleset "End-Nim with three heaps, misère"
source "Cairns and Ho, Some remarks on End-Nim, Int. J. Comb. 2011"

extends "end_nim.nim"

theorem "Cairns and Ho 2011: lost as in normal play, except where all heaps that are left are equal" misere:
    P(x, y, z) iff P(x, y, z) of "end_nim.nim"
        where 1 <= x, 1 <= z, not (x = y and y = z), not (y = 0 and x = z)
