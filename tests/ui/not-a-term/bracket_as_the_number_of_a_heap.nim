heaps h[4]
move edge(i) for e in {(1, 2), (2, 3)}: h[e] -> h[e] - i where 1 <= i
