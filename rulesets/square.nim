ruleset "Square Nim"
source "SRT, section 3"

param p = 2 where p >= 2
heaps x, y

move square(i, j):
    (x, y) -> (x - i, y - j)
    where 0 <= i < p, 0 <= j < p, 1 <= i + j
