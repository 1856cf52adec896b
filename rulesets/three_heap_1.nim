ruleset "Three-heap Triangular Nim (1)"
source "KY24, Definition 11 (1)"

heaps h[3]

move transfer(i, j) for each a, b in h:
    a -> a - i, b -> b + j
    where 2 <= i, 1 <= j < i
