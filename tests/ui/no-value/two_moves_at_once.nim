heaps x, y
move one(i): x -> x - i where 1 <= i <= x mod y
move two(i): y -> y - i where 1 <= i <= 2^(y - x)
