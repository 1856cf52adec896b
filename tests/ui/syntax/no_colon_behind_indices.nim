heaps h[4]
move take(i) for k in 1..4 h[k] -> h[k] - i where 1 <= i
