heaps h[4]
move take(i) for k in 4: h[k] -> h[k] - i where 1 <= i
