heaps h[3]
move take(i): h[0] -> h[0] - i where 1 <= i
