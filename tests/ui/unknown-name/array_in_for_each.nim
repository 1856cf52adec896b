heaps h[3]
move take(i) for each a in g: a -> a - i where 1 <= i
