ruleset "Three-heap Triangular Nim (6)"
source "KY24, Definition 11 (6), to the letter: without two other heaps there is no move; KY23, Definition 5.1 (6)"

heaps h[3]

move spread(i, j, k) for each a, b, c in h:
    a -> a - i, b -> b + j, c -> c + k
    where 2 <= i, 1 <= j, 1 <= k, j + k < i, 1 <= b, 1 <= c  # an emptied heap is gone

# (0, 1, 3) has no option.
refuted "Definition 11 (6)" at (0, 1, 3):
    P = {(u, v, w) for u in 0..2, v in 0..2, w in 0..2}
        union sym {(2, 2, 3)}
        union sym {(0, 0, k) for k >= 0}
        union sym {(1, k, k) for k >= 1}

claim "Definition 11 (6), corrected":
    P = {(u, v, w) for u in 0..2, v in 0..2, w in 0..2} union sym {(0, j, k) for j >= 0, k >= 0}
