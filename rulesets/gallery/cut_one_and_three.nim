# Family: Taking and breaking
ruleset "Cut {1, 3}: part a heap into two or four"
source "Dailly, Duchêne, Larsson and Paris, Partition games, Discrete Appl. Math. 285 (2020) 509-525"

heaps n
positions where n <= 60  # there are many ways to part a heap into four

move part:
    n -> (a, b)
    where a + b = n, 1 <= a <= b

move part_four:
    n -> (a, b, c, d)
    where a + b + c + d = n, 1 <= a <= b, b <= c, c <= d

claim "values":
    grundy(n) = cases { 0 if n mod 2 = 1 or n = 0; 1 otherwise }
