heaps h[3]
move take(i): h[4] -> h[4] - i where 1 <= i
