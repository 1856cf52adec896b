ruleset "Ryūō Nim that restricts the diagonal, horizontal and vertical movement"
source "RYU, section 4, with fewer than p, q and r tokens, as Theorem 4.3 needs it"

param p = 3 where p >= 2
param q = 6 where q >= 2
param r = 9 where r >= 2
heaps x, y

move horizontal(s):
    x -> x - s
    where 1 <= s <= q - 1

move vertical(t):
    y -> y - t
    where 1 <= t <= r - 1

move diagonal(s, t):
    (x, y) -> (x - s, y - t)
    where 1 <= s, 1 <= t, s + t <= p - 1

theorem "Theorem 4.3" for p >= 2, q >= 2, r >= 2 where q mod p = 0 and r mod p = 0:
    grundy(x, y) = (x mod q + y mod r) mod p + p * (floor((x mod q) / p) xor floor((y mod r) / p))
