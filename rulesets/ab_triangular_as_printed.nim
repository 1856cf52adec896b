ruleset "ab-Triangular Nim, as printed"
source "KY24, Definition 6, with the misprint x + b of its second set"

param a = 2 where a >= 1
param b = -1 where b < a
heaps x, y

move left(i, j):
    (x, y) -> (x - i, y + j)
    where a <= i, b <= j < i

move right(i, j):
    (x, y) -> (x + b, y - i)
    where a <= i, b <= j < i

theorem "Theorem 4, b >= 0" for a in 1..5, b in 0..4 where b < a:
    P = {(k * (a - b) + u, k * (a - b) + v) for k >= 0, u in 0..a - 1, v in 0..a - 1}

refuted "Theorem 4, b < 0" at (0, 2):
    P = {(k * (a - b) + u, k * (a - b) + v) for k >= 0, u in 0..a - 1, v in 0..a - 1}
