ruleset "Ryūō Nim that restricts the diagonal and side movement"
source "RYU, section 4, with fewer than p and fewer than q tokens, as Theorems 4.1 and 4.2 need it"

param p = 3 where p >= 2
param q = 6 where q >= 2
heaps x, y

move side(s) symmetric:
    x -> x - s
    where 1 <= s <= q - 1

move diagonal(s, t):
    (x, y) -> (x - s, y - t)
    where 1 <= s, 1 <= t, s + t <= p - 1

theorem "Theorem 4.1" for p >= 2, q >= 2 where q mod p = 0:
    grundy(x, y) = (x mod q + y mod q) mod p + p * (floor((x mod q) / p) xor floor((y mod q) / p))

refuted "Theorem 4.2, p = 2" at (3, 3) for p in {2}, q in {3}:
    grundy(x, y) = cases {
        q if x mod q = 0, y mod q = 0, x != 0, y != 0;
        (x mod q + y mod q) mod p + p * (floor((x mod q) / p) xor floor((y mod q) / p)) otherwise
    }

claim "Theorem 4.2, corrected" for p >= 3, q >= 2 where q mod p = 1:
    grundy(x, y) = cases {
        q if x mod q = 0, y mod q = 0, x != 0, y != 0;
        (x mod q + y mod q) mod p + p * (floor((x mod q) / p) xor floor((y mod q) / p)) otherwise
    }

# There are no diagonal moves: two heaps of a subtraction game.
claim "Theorem 4.2, corrected, p = 2" for p in {2}, q >= 2:
    grundy(x, y) = (x mod q) xor (y mod q)
