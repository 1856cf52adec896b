heaps x, y
move take(i): x + 1 -> x - i where 1 <= i
