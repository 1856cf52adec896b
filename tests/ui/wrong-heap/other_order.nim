heaps x, y
move take(i): (y, x) -> (y - i, x) where 1 <= i
