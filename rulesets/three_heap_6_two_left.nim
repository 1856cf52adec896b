ruleset "Three-heap Triangular Nim (6), Triangular Nim when two heaps are left"
source "KY24, Definition 11 (6), second reading: tokens are returned to whichever other heaps are left"

heaps h[3]

move spread(i, j, k) for each a, b, c in h:
    a -> a - i, b -> b + j, c -> c + k
    where 2 <= i, 1 <= j, 1 <= k, j + k < i, 1 <= b, 1 <= c

move transfer(i, j) for each a, b, c in h:
    a -> a - i, b -> b + j
    where 2 <= i, 1 <= j < i, 1 <= b, c = 0

# (0, 1, 2) has the one option (0, 2, 0).
refuted "Definition 11 (6)" at (0, 1, 2):
    P = {(u, v, w) for u in 0..2, v in 0..2, w in 0..2}
        union sym {(2, 2, 3)}
        union sym {(0, 0, k) for k >= 0}
        union sym {(1, k, k) for k >= 1}

claim "Definition 11 (6), corrected":
    P = sym {(0, 0, k) for k >= 0}
        union sym {(0, 1, 1)}
        union sym {(1, k, k + j) for k >= 1, j in 0..1}
        union sym {(2, k, k) for k >= 1}
        union sym {(1, 1, 3), (2, 2, 3), (3, 3, 3)}
