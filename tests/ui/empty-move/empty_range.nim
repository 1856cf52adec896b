heaps h[3]
move take(i) for each a in h: a -> a - i where 1 <= i
move down(i) for k in 3..1: h[k] -> h[k] - i where 1 <= i
