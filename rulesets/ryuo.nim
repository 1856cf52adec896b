ruleset "Generalised Ryūō Nim"
source "RYU, Definition 1.5"

param p = 3 where p >= 1
heaps x, y

move rook(s) symmetric:
    x -> x - s
    where 1 <= s

move king(s, t):
    (x, y) -> (x - s, y - t)
    where 1 <= s, 1 <= t, s + t <= p - 1

let value(a, b) = (a + b) mod p + p * (floor(a / p) xor floor(b / p))

theorem "RYU, Theorem 1.1" for p >= 1:
    P(x, y) iff grundy(x, y) = 0

theorem "RYU, Theorem 1.2" for p >= 1:
    grundy(x, y) = (x + y) mod p + p * (floor(x / p) xor floor(y / p))

theorem "RYU, Example 1.3" for p in {3}:
    grundy(17, 19) = 0 + 3 * (5 xor 6)

# That k xor h is the least natural number outside a set is written out: it is not in the set, and all that are less are.
theorem "RYU, Lemma 1.1":
    forall k >= 0, h >= 0:
        (forall t in 1..k: (k - t) xor h != k xor h)
            and (forall t in 1..h: k xor (h - t) != k xor h)
            and (forall s in 0..(k xor h) - 1:
                (exists t in 1..k: (k - t) xor h = s) or (exists t in 1..h: k xor (h - t) = s))

# In Lemmas 1.2 and 1.5 `w` is a remainder: p * (k xor h) + v is not in A, and what is less is in A or p * (k xor h) + w with w < v.
theorem "RYU, Lemma 1.2" for p >= 1:
    forall k >= 0, h >= 0, v in 0..p - 1:
        (forall t in 1..k, u in 0..p - 1: p * ((k - t) xor h) + u != p * (k xor h) + v)
            and (forall t in 1..h, u in 0..p - 1: p * (k xor (h - t)) + u != p * (k xor h) + v)
            and (forall s in 0..p * (k xor h) + v - 1:
                (exists t in 1..k: (k - t) xor h = floor(s / p))
                    or (exists t in 1..h: k xor (h - t) = floor(s / p))
                    or (exists w in 0..v - 1: s = p * (k xor h) + w))

theorem "RYU, Lemma 1.3" for p >= 1:
    forall n >= 0, k >= 0: k < n mod p implies (exists r in 1..p - 1: r <= n and k = (n - r) mod p)

# The third part of the set C is printed without s <= pk + v and t <= ph + w; without them it holds nim-sums of negative numbers.
theorem "RYU, Lemma 1.5 (a)" for p >= 1:
    forall k >= 0, h >= 0, v in 0..p - 1, w in 0..p - 1:
        (forall t in 1..v: (v + w - t) mod p != (v + w) mod p)
            and (forall t in 1..w: (v + w - t) mod p != (v + w) mod p)
            and (forall s in 1..p - 1, t in 1..p - 1:
                s + t <= p - 1 and s <= p * k + v and t <= p * h + w
                    implies value(p * k + v - s, p * h + w - t) != p * (k xor h) + (v + w) mod p)

theorem "RYU, Lemma 1.5 (b)" for p >= 1:
    forall k >= 0, h >= 0, v in 0..p - 1, w in 0..p - 1, u >= 0:
        u < (v + w) mod p
            implies (exists t in 1..v: (v + w - t) mod p = u)
                or (exists t in 1..w: (v + w - t) mod p = u)
                or (exists s in 1..v, t in 1..w:
                    s + t <= p - 1 and value(p * k + v - s, p * h + w - t) = p * (k xor h) + u)

# The move set of Example 2.1 (c): the sums of at most p - 1, beside the moves of a rook.
theorem "RYU, Example 2.1 (c)" for p >= 1:
    forall a >= 0, b >= 0:
        (exists option (u, v) of (x, y): u = x - a and v = y - b)
            iff a <= x and b <= y and 1 <= a + b and (a = 0 or b = 0 or a + b <= p - 1)

# What the proof of Theorem 2.1 needs: below (s, t) only (0, 0) has the value 0, so every piece with these values moves there.
# The piece that lacks one such move is in ryuo_without.nim.
theorem "RYU, Theorem 2.1" for p >= 1:
    forall s >= 0, t >= 0:
        1 <= s + t and (s = 0 or t = 0 or s + t <= p - 1)
            implies value(s, t) != 0
                and (forall u in 0..s, v in 0..t: 1 <= u + v and u + v < s + t implies value(u, v) != 0)

theorem "SRT, Theorem 2.1" for p >= 1:
    grundy(x, y) = (x + y) mod p + p * (floor(x / p) xor floor(y / p))

theorem "SRT, section 2, Bouton's Nim is the case p = 2" for p in {2}:
    grundy(x, y) = x xor y
