ruleset "Three-heap Triangular Nim (4)"
source "KY24, Definition 11 (4); KY23, Definition 5.1 (4)"

heaps h[3]

move gather(i, j, k) for each a, b, c in h:
    a -> a - i, b -> b - j, c -> c + k
    where 1 <= i, 1 <= j, 1 <= k < i + j

theorem "Definition 11 (4)":
    P = sym {(0, 0, k) for k >= 0}
