# Family: Circular Nim and Nim on complexes
ruleset "Circular Nim CN(5, 2)"
source "Dufour and Heubach, Circular Nim games, Electron. J. Combin. 20(2) (2013) P22"

# Five heaps on a circle: from up to two neighbours.
heaps a, b, c, d, e

move ab(i, j):
    (a, b, c, d, e) -> (a - i, b - j, c, d, e)
    where 0 <= i, 0 <= j, 1 <= i + j

move bc(i, j):
    (a, b, c, d, e) -> (a, b - i, c - j, d, e)
    where 0 <= i, 0 <= j, 1 <= i + j

move cd(i, j):
    (a, b, c, d, e) -> (a, b, c - i, d - j, e)
    where 0 <= i, 0 <= j, 1 <= i + j

move de(i, j):
    (a, b, c, d, e) -> (a, b, c, d - i, e - j)
    where 0 <= i, 0 <= j, 1 <= i + j

move ea(i, j):
    (a, b, c, d, e) -> (a - j, b, c, d, e - i)
    where 0 <= i, 0 <= j, 1 <= i + j

let cold(a, b, c, d, e) = a >= max(b, c, d, e) and b = e and a + b = c + d

theorem "Dufour and Heubach 2013, CN(5, 2): beside a largest heap two equal ones, and it and one of them are the other two":
    P(a, b, c, d, e)
        iff cold(a, b, c, d, e)
            or cold(b, c, d, e, a)
            or cold(c, d, e, a, b)
            or cold(d, e, a, b, c)
            or cold(e, a, b, c, d)
