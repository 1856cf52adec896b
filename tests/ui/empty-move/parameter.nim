param c = 0
heaps x, y
move take(i): x -> x - i where 1 <= i
move twist(i): y -> y - i where 1 <= i <= c
