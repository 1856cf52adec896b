ruleset "Triangular Nim (p)"
source "SRT, section 5.2"

param p = 3 where p >= 2
heaps x, y

move triangle(i, j):
    (x, y) -> (x - i, y - j)
    where 0 <= i, 0 <= j, 0 < i + j <= p - 1

theorem "section 5.2" for p >= 2:
    grundy(x, y) = (x + y) mod p

theorem "section 5.2, the case p = q of the variant of Suetsugu and Fukui" for p >= 2:
    grundy(x, y) = (x mod p + y mod p) mod p + p * (floor((x mod p) / p) xor floor((y mod p) / p))
