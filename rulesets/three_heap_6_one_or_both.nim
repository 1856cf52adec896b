ruleset "Three-heap Triangular Nim (6), returning to one heap or to both"
source "KY24, Definition 11 (6), third reading: the moves of (3) with emptied heaps removed, to which the printed list comes closest"

heaps h[3]

move spread(i, j, k) for each a, b, c in h:
    a -> a - i, b -> b + j, c -> c + k
    where 2 <= i, 0 <= j, 0 <= k, 1 <= j + k < i, j = 0 or 1 <= b, k = 0 or 1 <= c

# (0, 1, 2) has the one option (0, 2, 0).
refuted "Definition 11 (6)" at (0, 1, 2):
    P = {(u, v, w) for u in 0..2, v in 0..2, w in 0..2}
        union sym {(2, 2, 3)}
        union sym {(0, 0, k) for k >= 0}
        union sym {(1, k, k) for k >= 1}

claim "Definition 11 (6), corrected":
    P = {(u, v, w) for u in 1..2, v in 1..2, w in 1..2}
        union sym {(0, 1, 1)}
        union sym {(0, 0, k) for k >= 0}
        union sym {(1, k, k) for k >= 1}
        union sym {(2, 2, 3), (3, 3, 3)}
