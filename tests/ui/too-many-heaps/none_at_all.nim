heaps h[0]
move take(i) for each a in h: a -> a - i where 1 <= i
