ruleset "Three-heap Triangular Nim (1)"
source "KY24, Definition 11 (1); KY23, Definition 5.1 (1)"

heaps h[3]

move transfer(i, j) for each a, b in h:
    a -> a - i, b -> b + j
    where 2 <= i, 1 <= j < i

theorem "Definition 11 (1)":
    P = sym {(0, 0, 1)}
        union sym {(0, k, k) for k >= 0}
        union {(k, k, k) for k >= 0}
        union sym {(k, k, 2 * k) for k >= 0}
