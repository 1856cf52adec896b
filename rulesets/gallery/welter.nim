# Family: Nim and its relatives
ruleset "Welter's game with three coins"
source "Welter, The theory of a class of games on a sequence of squares, Indag. Math. 16 (1954) 194-200; Winning Ways, chapter 15"

# Coins on a strip go to lower squares, one on a square. A coin may jump over others.
heaps a, b, c
positions where a != b, a != c, b != c

move slide(i) symmetric:
    a -> a - i
    where 1 <= i

theorem "Welter 1954: with one more on each, the P-positions of Nim":
    P(a, b, c) iff (a + 1) xor (b + 1) xor (c + 1) = 0
