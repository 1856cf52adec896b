heaps h[3]
move take(i, a): h[a] -> h[a] - i where 1 <= i, 1 <= a <= 3
