param n = 1 where n >= 1
param S = {}
heaps h[n]
move give(i) for each a, b in h: a -> a - i, b -> b + i - 1 where 2 <= i
move take(i) for each a in h: a -> a - i where 1 <= i
move some(i) for each a in h: a -> a - i where i in S
