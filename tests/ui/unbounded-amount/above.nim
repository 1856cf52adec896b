heaps x, y
move shift(i, j): (x, y) -> (x - i, y + j)
    where 2 <= i, 1 <= j
