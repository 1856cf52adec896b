ruleset "ab-Triangular Nim"
source "KY24, section 3"

param a = 2 where a >= 1
param b = 1
heaps x, y

move triangular(i, j) symmetric:
    (x, y) -> (x - i, y + j)
    where a <= i, b <= j < i
