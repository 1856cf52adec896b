ruleset "a-Wythoff"
source "A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, Amer. Math. Monthly 89 (1982) 353-361"

heaps x, y
param a = 2 where a >= 1

move rook(i) symmetric:
    x -> x - i
    where 1 <= i

move bishop(i, j):
    (x, y) -> (x - i, y - j)
    where 1 <= i, 1 <= j, abs(i - j) < a

theorem "Fraenkel 1982, section 2" for a in 2..2:
    P = sym {(floor(sqrt(2 * n * n)), floor(sqrt(2 * n * n)) + 2 * n) for n >= 0}
