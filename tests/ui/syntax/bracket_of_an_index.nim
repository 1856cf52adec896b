heaps h[3]
move take(i): h[1 -> h[1] - i where 1 <= i
