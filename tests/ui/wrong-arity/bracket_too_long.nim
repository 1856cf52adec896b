heaps x, y
move take(i): (x, y, z) -> (x - i, y, z) where 1 <= i
