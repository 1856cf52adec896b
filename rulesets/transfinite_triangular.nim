ruleset "Transfinite Triangular Nim"
source "KY24, Definition 12"

heaps x, y below omega^2

move triangular symmetric:
    (x, y) -> (x', y')
    where x' < x, y < y', x' + y' < x + y

refuted "Theorem 8, Triangular" at (0, 0):
    P = {(x, y) where x + 1 = y or y + 1 = x}

claim "Theorem 8, Triangular, corrected":
    P = {(x, y) where x = y or x + 1 = y or y + 1 = x}
