# Family: Circular Nim and Nim on complexes
ruleset "Circular Nim CN(4, 2)"
source "Dufour and Heubach, Circular Nim games, Electron. J. Combin. 20(2) (2013) P22"

# Four heaps on a circle: from up to two neighbours.
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

move da(i, j):
    (a, b, c, d) -> (a - j, b, c, d - i)
    where 0 <= i, 0 <= j, 1 <= i + j

theorem "Dufour and Heubach 2013, CN(4, 2): opposite heaps are equal":
    P(a, b, c, d) iff a = c and b = d
