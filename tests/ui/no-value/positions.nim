heaps x, y
positions where x mod y <= 3
move take(i): x -> x - i where 1 <= i
