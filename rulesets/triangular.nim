ruleset "Triangular Nim"
source "KY24, Definition 4"

heaps x, y

move triangular(i, j) symmetric:
    (x, y) -> (x - i, y + j)
    where 2 <= i <= x, 1 <= j < i
