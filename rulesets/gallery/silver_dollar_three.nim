# Family: Nim and its relatives
ruleset "Silver dollar game without the dollar, three coins"
source "de Bruijn; Winning Ways, chapter 15"

heaps a, b, c
positions where a < b, b < c

move slide_a(i):
    a -> a - i
    where 1 <= i

move slide_b(i):
    b -> b - i
    where 1 <= i

move slide_c(i):
    c -> c - i
    where 1 <= i

theorem "the first coin's square and the gap between the others are Nim heaps":
    grundy(a, b, c) = a xor (c - b - 1)
