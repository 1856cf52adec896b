# Family: Wythoff's game and its relatives
ruleset "Corner the empress"
source "Fokkink, Ortega and Rust, Corner the empress, Internat. J. Game Theory (2022)"

# A queen on her way to the corner, who may bounce off a side once, to where the sum of the coordinates is less.
heaps x, y

move rook(i) symmetric:
    x -> x - i
    where 1 <= i

move bishop(i):
    (x, y) -> (x - i, y - i)
    where 1 <= i

move bounce(i) symmetric:
    (x, y) -> (i, y - x - i)
    where 1 <= x, 0 <= i <= y - x

sequence T(k) = T(k - 1) + T(k - 2) + T(k - 3) from T(0) = 1, T(1) = 2, T(2) = 4

claim "every number is a coordinate":
    exists a in 0..3 * x: P(x, a)

claim "every number is a difference or a sum":
    exists a in 0..2 * x, b in 0..3 * x: P(a, b) and (b = a + x or a + b = x)
