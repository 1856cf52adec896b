ruleset "Triangular Nim with a d-geometric twist"
source "KY24, Definition 10 (printed with 2 for d; the proofs use d); KY23, Definition 4.6"

param d = 2 where d >= 2
heaps x, y

move triangular(i, j) symmetric:
    (x, y) -> (x - i, y + j)
    where 2 <= i, 1 <= j < i

move geometric(i, j):
    (x, y) -> (x - i, y - j)
    where 1 <= i, 1 <= j, i <= d * j - 2, j <= d * i - 2

theorem "Theorem 6, d = 2" for d in 2..2:
    P = sym {(0, 0), (0, 1), (1, 1)} union sym {(2^k, 2^(k + 1)) for k >= 0}

theorem "Theorem 6, d > 2" for d >= 3:
    P = sym {(0, 0), (0, 1)} union sym {(d^k, d^(k + 1)) for k >= 0}

theorem "KY23, Theorem 4.7" for d >= 2:
    P(x, y)
        iff x + y <= 1
            or (x = 1 and y = 1 and d = 2)
            or (exists k >= 0: min(x, y) = d^k and max(x, y) = d^(k + 1))
