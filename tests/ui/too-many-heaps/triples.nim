heaps h[64]
move take(i) for each a, b, c in h: a -> a - i, b -> b - i, c -> c - i where 1 <= i
