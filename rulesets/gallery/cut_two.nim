# Family: Taking and breaking
ruleset "Cut {2}: part a heap into three"
source "Dailly, Duchêne, Larsson and Paris, Partition games, Discrete Appl. Math. 285 (2020) 509-525"

heaps n
positions where n <= 200  # there are many ways to part a heap into three

move part:
    n -> (a, b, c)
    where a + b + c = n, 1 <= a <= b, b <= c

claim "values":
    grundy(n) = floor((n - 1) / 2) where 1 <= n
