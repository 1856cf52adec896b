ruleset "Three-heap Triangular Nim (5)"
source "KY24, Definition 11 (5); KY23, Definition 5.1 (5)"

heaps h[3]

move transfer(i, j) for each a, b in h:
    a -> a - i, b -> b + j
    where 2 <= i, 1 <= j < i, 1 <= b  # an emptied heap is gone

# (2, 2, 2) has, up to order, the one option (0, 2, 3), which has the option (0, 0, 3); so every (k, k, k) is missing.
refuted "Definition 11 (5)" at (2, 2, 2):
    P = {(u, v, w) for u in 0..1, v in 0..1, w in 0..1}
        union sym {(0, 0, k) for k >= 0}
        union sym {(1, k, k) for k >= 1}
        union sym {(1, 1, 2)}
        union sym {(k, k, 2 * k - 1) for k >= 1}

claim "Definition 11 (5), corrected":
    P = {(u, v, w) for u in 0..1, v in 0..1, w in 0..1}
        union sym {(0, 0, k) for k >= 0}
        union sym {(1, k, k) for k >= 1}
        union sym {(1, 1, 2)}
        union sym {(k, k, 2 * k - 1) for k >= 1}
        union {(k, k, k) for k >= 2}
