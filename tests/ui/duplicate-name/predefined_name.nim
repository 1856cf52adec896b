heaps N, y
move take(i): y -> y - i where 1 <= i
