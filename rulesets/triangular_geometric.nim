ruleset "Triangular Nim with a d-geometric twist"
source "KY24, Definition 10 (printed with 2 for d; the proofs use d)"

param d = 2 where d >= 2
heaps x, y

move triangular(i, j) symmetric:
    (x, y) -> (x - i, y + j)
    where 2 <= i, 1 <= j < i

move geometric(i, j):
    (x, y) -> (x - i, y - j)
    where 1 <= i, 1 <= j, i <= d * j - 2, j <= d * i - 2
