heaps x, y
move one(i): x -> x - i where 1 <= i <= a
move two(i): y -> y - i where 1 <= i <= b
