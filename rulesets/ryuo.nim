ruleset "Generalised Ryūō Nim"
source "RYU, Definition 1.5"

param p = 3 where p >= 2
heaps x, y

move rook(s) symmetric:
    x -> x - s
    where 1 <= s

move king(s, t):
    (x, y) -> (x - s, y - t)
    where 1 <= s, 1 <= t, s + t <= p - 1

theorem "Theorem 1.2":
    grundy(x, y) = (x + y) mod p + p * (floor(x / p) xor floor(y / p))
