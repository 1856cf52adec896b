ruleset "Ryūō Nim that restricts the diagonal and side movement, as printed"
source "RYU, section 4: up to p tokens from both heaps, up to q from one"

param p = 3 where p >= 2
param q = 6 where q >= 2
heaps x, y

move side(s) symmetric:
    x -> x - s
    where 1 <= s <= q

move diagonal(s, t):
    (x, y) -> (x - s, y - t)
    where 1 <= s, 1 <= t, s + t <= p

refuted "Theorem 4.1" at (1, 2):
    grundy(x, y) = (x mod q + y mod q) mod p + p * (floor((x mod q) / p) xor floor((y mod q) / p))

refuted "Theorem 4.1, p = q = 2" at (0, 2) for p in {2}, q in {2}:
    grundy(x, y) = (x mod q + y mod q) mod p + p * (floor((x mod q) / p) xor floor((y mod q) / p))

refuted "Theorem 4.2" at (1, 2) for q in {4}:
    grundy(x, y) = cases {
        q if x mod q = 0, y mod q = 0, x != 0, y != 0;
        (x mod q + y mod q) mod p + p * (floor((x mod q) / p) xor floor((y mod q) / p)) otherwise
    }

# Up to p and up to q is fewer than p + 1 and fewer than q + 1.
claim "Theorem 4.1, corrected for these moves" for p >= 2, q >= 2 where (q + 1) mod (p + 1) = 0:
    grundy(x, y) =
    (x mod (q + 1) + y mod (q + 1)) mod (p + 1) +
        (p + 1) * (floor((x mod (q + 1)) / (p + 1)) xor floor((y mod (q + 1)) / (p + 1)))
