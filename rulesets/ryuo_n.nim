ruleset "n-dimensional Ryūō Nim"
source "RYU, Definition 5.3"

param n = 3 where n >= 1
param p = 3 where p >= 2
heaps h[n]

move rook(s) for each a in h:
    a -> a - s
    where 1 <= s

move king(s[A]) for each subset A of h:
    A -> A - s
    where 2 <= size(A), 1 <= s, sum(s) < p

theorem "Theorem 5.3" for p >= 2, n >= 1:
    grundy(h) = sum(h) mod p + p * xor(floor(a / p) for a in h)
