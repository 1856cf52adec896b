heaps h[3]
move nim(i) for each a in h: a -> a - i where 1 <= i
move few(i) for each a in h: a -> a - i where 1 <= i <= 3
