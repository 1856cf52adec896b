ruleset "Three-heap Triangular Nim (5)"
source "KY24, Definition 11 (5)"

heaps h[3]

move transfer(i, j) for each a, b in h:
    a -> a - i, b -> b + j
    where 2 <= i, 1 <= j < i, 1 <= b  # an emptied heap is gone
