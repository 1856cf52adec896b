heaps h[3]
register q in 0..9
move take(i): h[1] -> h[1] - i, q -> h where 1 <= i
