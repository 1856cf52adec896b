ruleset "Rectangular Nim, as printed"
source "SRT, section 5.1: up to p tokens from the first heap, up to q from the second"

param p = 1 where p >= 1
param q = 2 where q >= 1
heaps x, y

move rectangle(i, j):
    (x, y) -> (x - i, y - j)
    where 0 <= i <= p, 0 <= j <= q, 1 <= i + j

refuted "Theorem 5.1" at (0, 0):
    grundy(x + p, y + q) = grundy(x, y)

refuted "Theorem 5.1, p = q = 1" at (0, 0) for p in {1}, q in {1}:
    grundy(x + p, y + q) = grundy(x, y)

claim "Theorem 5.1, corrected" for p >= 1, q >= 1:
    grundy(x + p + 1, y + q + 1) = grundy(x, y)
