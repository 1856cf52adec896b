ruleset "ab-Triangular Nim"
source "KY24, Definition 6 (its second set is printed with x + b for x + j; the proof of Theorem 4 uses x + j)"

param a = 2 where a >= 1
param b = 1 where b < a
heaps x, y

move triangular(i, j) symmetric:
    (x, y) -> (x - i, y + j)
    where a <= i, b <= j < i

# Definition 7: the squares R_k.
theorem "Theorem 4" for a in 1..5, b in -4..4 where b < a:
    P = {(k * (a - b) + u, k * (a - b) + v) for k >= 0, u in 0..a - 1, v in 0..a - 1}

claim "Theorem 4, by conditions" for a in 1..5, b in -4..4 where b < a:
    P(x, y)
        iff (exists k >= 0:
            k * (a - b) <= x and x < k * (a - b) + a and k * (a - b) <= y and y < k * (a - b) + a)

theorem "Theorem 4, all a and b" for a >= 1, b < a:
    P = {(k * (a - b) + u, k * (a - b) + v) for k >= 0, u in 0..a - 1, v in 0..a - 1}
