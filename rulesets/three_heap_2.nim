ruleset "Three-heap Triangular Nim (2)"
source "KY24, Definition 11 (2); KY23, Definition 5.1 (2)"

heaps h[3]

move spread(i, j, k) for each a, b, c in h:
    a -> a - i, b -> b + j, c -> c + k
    where 2 <= i, 1 <= j, 1 <= k, j + k < i

theorem "Definition 11 (2)":
    P = {(u, v, w) for u in 0..2, v in 0..2, w in 0..2}
        union sym {(0, k, k + j) for k >= 0, j in 0..1}
        union sym {(1, k, k) for k >= 1}
