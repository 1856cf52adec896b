# Family: Circular Nim and Nim on complexes
ruleset "Nim on the complex of a path with three vertices"
source "Ehrenborg and Steingrímsson, Playing Nim on a simplicial complex, Electron. J. Combin. 3 (1996) R9"

# From heaps that form a face: one, or both ends of an edge.
heaps a, b, c

move ab(i, j):
    (a, b, c) -> (a - i, b - j, c)
    where 0 <= i, 0 <= j, 1 <= i + j

move bc(i, j):
    (a, b, c) -> (a, b - i, c - j)
    where 0 <= i, 0 <= j, 1 <= i + j

claim "lost where the middle is empty and the ends are equal":
    P(a, b, c) iff a = c and b = 0
