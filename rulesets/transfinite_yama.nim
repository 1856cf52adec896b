ruleset "Transfinite Yama Nim"
source "KY24, Definition 12"

heaps x, y below omega^2

move yama symmetric:
    (x, y) -> (x', y + 1)
    where x' + 1 < x

refuted "Theorem 8, Yama" at (0, 0):
    P = {(x, y) where x + 1 = y or y + 1 = x}

claim "Theorem 8, Yama, corrected":
    P = {(x, y) where x = y or x + 1 = y or y + 1 = x}
