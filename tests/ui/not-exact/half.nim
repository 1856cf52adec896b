heaps x, y
move take(i): x -> x - i / 2 where 1 <= i
