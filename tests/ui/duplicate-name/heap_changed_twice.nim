heaps x, y
move take(i): x -> x - i, x -> x - 1 where 1 <= i
