# Family: Nim and its relatives
ruleset "Welter's game with four coins"
source "Welter, The theory of a class of games on a sequence of squares, Indag. Math. 16 (1954) 194-200; Winning Ways, chapter 15"

heaps a, b, c, d
positions where a != b, a != c, a != d, b != c, b != d, c != d

move slide(i) symmetric:
    a -> a - i
    where 1 <= i

theorem "Welter 1954: the P-positions of Nim":
    P(a, b, c, d) iff a xor b xor c xor d = 0
