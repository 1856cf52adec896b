heaps x, y
move take(i, j): (x, y) -> (x - i, y - j)
    where 1 <= i, 0 <= j <= 9, i <= j, j < i
