ruleset "Triangular Nim with a d-sub-geometric twist"
source "KY24, Definition 10 (printed with 2 for d; the proofs use d); KY23, Definition 4.6"

param d = 2 where d >= 2
heaps x, y

move triangular(i, j) symmetric:
    (x, y) -> (x - i, y + j)
    where 2 <= i, 1 <= j < i

move subgeometric(i, j):
    (x, y) -> (x - i, y - j)
    where 1 <= i, 1 <= j, i <= d * j - 1, j <= d * i - 1

sequence r(k) = (d^k - 1) / (d - 1)

theorem "Theorem 7" for d >= 2:
    P = sym {(0, 0), (0, 1)} union sym {(r(k), r(k + 1)) for k >= 1}

theorem "KY23, Theorem 4.8" for d >= 2:
    P = {(0, 0)} union sym {(r(k), r(k + 1)) for k >= 0}

claim "Theorem 7, example d = 2" for d in 2..2:
    P = sym {(0, 0), (0, 1), (1, 3), (3, 7), (7, 15), (15, 31), (31, 63)} where x + y < 190

claim "Theorem 7, by conditions" for d >= 2:
    P(x, y)
        iff x + y <= 1 or (max(x, y) = d * min(x, y) + 1 and (exists k >= 1: (d - 1) * min(x, y) + 1 = d^k))
