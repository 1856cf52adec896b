ruleset "Triangular Nim with a d-geometric twist, as printed"
source "KY24, Definition 10, with the 2 that is printed for d"

param d = 3 where d >= 2
heaps x, y

move triangular(i, j) symmetric:
    (x, y) -> (x - i, y + j)
    where 2 <= i, 1 <= j < i

move geometric(i, j):
    (x, y) -> (x - i, y - j)
    where 1 <= i, 1 <= j, i <= 2 * j - 2, j <= 2 * i - 2

theorem "Theorem 6, d = 2" for d in 2..2:
    P = sym {(0, 0), (0, 1), (1, 1)} union sym {(2^k, 2^(k + 1)) for k >= 0}

refuted "Theorem 6, d > 2" at (1, 1):
    P = sym {(0, 0), (0, 1)} union sym {(d^k, d^(k + 1)) for k >= 0}
