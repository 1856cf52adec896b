heaps h[3]
move take(i) for h in 1..3: h[1] -> h[1] - i where 1 <= i
