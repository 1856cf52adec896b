heaps x, y
move take(i, j): (x, y) -> (x - i, y - j)
    where 2 <= i, j < i
