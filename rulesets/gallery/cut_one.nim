# Family: Taking and breaking
ruleset "Cut {1}: part a heap into two"
source "Dailly, Duchêne, Larsson and Paris, Partition games, Discrete Appl. Math. 285 (2020) 509-525"

heaps n

move part:
    n -> (a, b)
    where a + b = n, 1 <= a <= b

claim "values":
    grundy(n) = cases { 0 if n mod 2 = 1 or n = 0; 1 otherwise }
