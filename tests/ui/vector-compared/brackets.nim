heaps x, y
move take(i, j): (x, y) -> (x - i, y - j) where 0 <= (i, j), (i, j) != (0, 0)
