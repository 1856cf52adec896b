heaps h[4]
move edge(i) for (a, b) in {(1, 2), (2, 3, 4)}: h[a] -> h[a] - i, h[b] -> h[b] - i where 1 <= i
