heaps x, y
move take(i): x -> x - i where 1 <= i in {1, 2}
