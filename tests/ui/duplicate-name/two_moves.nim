heaps x, y
move take(i): x -> x - i where 1 <= i
move take(i): y -> y - i where 1 <= i
