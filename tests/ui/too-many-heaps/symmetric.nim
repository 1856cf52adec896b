heaps h[64]
move take(i) symmetric: h[1] -> h[1] - i where 1 <= i
