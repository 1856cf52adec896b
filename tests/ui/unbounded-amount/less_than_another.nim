heaps x, y
move triangular(i, j) symmetric: (x, y) -> (x - i, y + j)
    where 2 <= i, i < j
