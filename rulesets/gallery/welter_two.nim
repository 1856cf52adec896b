# Family: Nim and its relatives
ruleset "Welter's game with two coins"
source "Welter, The theory of a class of games on a sequence of squares, Indag. Math. 16 (1954) 194-200; Winning Ways, chapter 15"

heaps a, b
positions where a != b

move slide(i) symmetric:
    a -> a - i
    where 1 <= i

theorem "Welter 1954":
    grundy(a, b) = (a xor b) - 1
