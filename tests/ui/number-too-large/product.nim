heaps x, y
move take(i): x -> x - i where 1 <= i <= 9000000000000000000 * 9000000000000000000 * x
