# Family: Nim and its relatives
ruleset "Silver dollar game without the dollar, four coins"
source "de Bruijn; Winning Ways, chapter 15"

# Coins on a strip go to lower squares, one on a square, and may not pass each other.
heaps a, b, c, d
positions where a < b, b < c, c < d

move slide_a(i):
    a -> a - i
    where 1 <= i

move slide_b(i):
    b -> b - i
    where 1 <= i

move slide_c(i):
    c -> c - i
    where 1 <= i

move slide_d(i):
    d -> d - i
    where 1 <= i

theorem "the gaps behind every second coin are Nim heaps":
    grundy(a, b, c, d) = (b - a - 1) xor (d - c - 1)
