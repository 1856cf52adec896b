ruleset "Three-heap Triangular Nim (3)"
source "KY24, Definition 11 (3); KY23, Definition 5.1 (3)"

heaps h[3]

move spread(i, j, k) for each a, b, c in h:
    a -> a - i, b -> b + j, c -> c + k
    where 2 <= i, 0 <= j, 0 <= k, 1 <= j + k < i

# (2, 2, 2) has, up to order, the one option (0, 2, 3), which has the option (1, 1, 2).
refuted "Definition 11 (3)" at (2, 2, 2):
    P = {(u, v, w) for u in 0..1, v in 0..1, w in 0..1} union sym {(1, 1, 2)} union sym {(0, k, k) for k >= 0}

claim "Definition 11 (3), corrected":
    P = {(u, v, w) for u in 0..1, v in 0..1, w in 0..1}
        union sym {(1, 1, 2)}
        union sym {(0, k, k) for k >= 0}
        union {(2, 2, 2)}
