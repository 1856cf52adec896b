# Family: Circular Nim and Nim on complexes
ruleset "Circular Nim CN(5, 3)"
source "Dufour and Heubach, Circular Nim games, Electron. J. Combin. 20(2) (2013) P22"

# Five heaps on a circle: from up to three neighbours.
heaps a, b, c, d, e

move abc(i, j, k):
    (a, b, c, d, e) -> (a - i, b - j, c - k, d, e)
    where 0 <= i, 0 <= j, 0 <= k, 1 <= i + j + k

move bcd(i, j, k):
    (a, b, c, d, e) -> (a, b - i, c - j, d - k, e)
    where 0 <= i, 0 <= j, 0 <= k, 1 <= i + j + k

move cde(i, j, k):
    (a, b, c, d, e) -> (a, b, c - i, d - j, e - k)
    where 0 <= i, 0 <= j, 0 <= k, 1 <= i + j + k

move dea(i, j, k):
    (a, b, c, d, e) -> (a - k, b, c, d - i, e - j)
    where 0 <= i, 0 <= j, 0 <= k, 1 <= i + j + k

move eab(i, j, k):
    (a, b, c, d, e) -> (a - j, b - k, c, d, e - i)
    where 0 <= i, 0 <= j, 0 <= k, 1 <= i + j + k

let cold(a, b, c, d, e) = a = 0 and b = e and b = c + d

theorem "Dufour and Heubach 2013, CN(5, 3): beside an empty heap two equal ones, each as large as the other two":
    P(a, b, c, d, e)
        iff cold(a, b, c, d, e)
            or cold(b, c, d, e, a)
            or cold(c, d, e, a, b)
            or cold(d, e, a, b, c)
            or cold(e, a, b, c, d)
