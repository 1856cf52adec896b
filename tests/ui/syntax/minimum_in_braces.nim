heaps x, y
move take(i): x -> x - i where 1 <= i <= min{x, y}
