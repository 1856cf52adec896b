heaps h[3]
move take(i) for each a in h: a -> a - i where 1 <= i <= h[a]
