ruleset "Triangular Nim with a d-sub-geometric twist, as printed"
source "KY24, Definition 10, with the 2 that is printed for d"

param d = 3 where d >= 2
heaps x, y

move triangular(i, j) symmetric:
    (x, y) -> (x - i, y + j)
    where 2 <= i, 1 <= j < i

move subgeometric(i, j):
    (x, y) -> (x - i, y - j)
    where 1 <= i, 1 <= j, i <= 2 * j - 1, j <= 2 * i - 1

sequence r(k) = (d^k - 1) / (d - 1)

theorem "Theorem 7, d = 2" for d in 2..2:
    P = sym {(0, 0), (0, 1)} union sym {(r(k), r(k + 1)) for k >= 1}

refuted "Theorem 7, d > 2" at (1, 3):
    P = sym {(0, 0), (0, 1)} union sym {(r(k), r(k + 1)) for k >= 1}
