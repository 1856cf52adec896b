heaps h[3]
move take(i) for k in 1..100, l in 1..100 where k + l = 3: h[k] -> h[k] - i where 1 <= i
