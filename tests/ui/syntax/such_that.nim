heaps x, y
move take(i): x -> x - i where 1 <= i <= 2 such that i <= y
