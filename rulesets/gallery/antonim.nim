# Family: Nim and its relatives
ruleset "Antonim with three heaps: no two of the same size"
source "Winning Ways, chapter 15"

# Empty heaps may be as many as there are.
heaps a, b, c
positions where a != b or a = 0, a != c or a = 0, b != c or b = 0

move take(i) symmetric:
    a -> a - i
    where 1 <= i

theorem "Winning Ways: with one more in each heap, the P-positions of Nim":
    P(a, b, c) iff (a + 1) xor (b + 1) xor (c + 1) = 0 where 1 <= a + b + c
