heaps x, y
positions where x + 1 = y, y <= x
move take(i): x -> x - i where 1 <= i
