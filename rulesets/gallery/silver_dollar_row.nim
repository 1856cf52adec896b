# Family: Nim and its relatives
ruleset "Silver dollar game without the dollar, n coins"
source "de Bruijn; Winning Ways, chapter 15"

# Coins on a strip go to lower squares, one on a square, and may not pass each other.
param n = 4 where n >= 1
heaps c[n]
positions where forall k in 1..n - 1: c[k] < c[k + 1]

move slide(i) for each a in c:
    a -> a - i
    where 1 <= i

theorem "the gaps behind every second coin are Nim heaps" for n in {2, 4}:
    grundy(c) = xor(c[k] - c[k - 1] - 1 for k in 2..n where k mod 2 = 0)

theorem "of an odd number of coins the first counts its square" for n in {1, 3}:
    grundy(c) = xor(c[1], xor(c[k] - c[k - 1] - 1 for k in 2..n where k mod 2 = 1))
