ruleset "The variant of Wythoff Nim of Suetsugu and Fukui"
source "SRT, section 5.2"

param p = 3 where p >= 1
param q = 6 where q >= 1
heaps x, y

move side(i) symmetric:
    x -> x - i
    where 1 <= i <= q - 1

move diagonal(i, j):
    (x, y) -> (x - i, y - j)
    where 0 <= i, 0 <= j, 0 < i + j <= p - 1

theorem "Proposition 5.2" for p >= 1, q >= 1 where q mod p = 0:
    grundy(x, y) = (x mod q + y mod q) mod p + p * (floor((x mod q) / p) xor floor((y mod q) / p))
