heaps h[3]
move take(i) for k in 1..3 where h[k] != 2: h[k] -> h[k] - i where 1 <= i
