param n = 4
heaps h[n]
move take(i) for k in 1..n: h[k] -> h[k] - i, h[k + 1] -> h[k + 1] - i where 1 <= i
