ruleset "Ryūō Nim that restricts the diagonal, horizontal and vertical movement, as printed"
source "RYU, section 4: up to p tokens from both heaps, up to q from the first, up to r from the second"

param p = 3 where p >= 2
param q = 6 where q >= 2
param r = 9 where r >= 2
heaps x, y

move horizontal(s):
    x -> x - s
    where 1 <= s <= q

move vertical(t):
    y -> y - t
    where 1 <= t <= r

move diagonal(s, t):
    (x, y) -> (x - s, y - t)
    where 1 <= s, 1 <= t, s + t <= p

refuted "Theorem 4.3" at (1, 2):
    grundy(x, y) = (x mod q + y mod r) mod p + p * (floor((x mod q) / p) xor floor((y mod r) / p))
