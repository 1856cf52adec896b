# Family: Circular Nim and Nim on complexes
ruleset "Nim on the complex of a path with four vertices"
source "Ehrenborg and Steingrímsson, Playing Nim on a simplicial complex, Electron. J. Combin. 3 (1996) R9"

heaps a, b, c, d

move ab(i, j):
    (a, b, c, d) -> (a - i, b - j, c, d)
    where 0 <= i, 0 <= j, 1 <= i + j

move bc(i, j):
    (a, b, c, d) -> (a, b - i, c - j, d)
    where 0 <= i, 0 <= j, 1 <= i + j

move cd(i, j):
    (a, b, c, d) -> (a, b, c - i, d - j)
    where 0 <= i, 0 <= j, 1 <= i + j

claim "lost where an inner heap is empty and the end beyond it is as large as the other two":
    P(a, b, c, d) iff (b = 0 and a = c + d) or (c = 0 and d = a + b)
