heaps x, y
move v(i, j): (x, y) -> (x - i, y - j) where (i, j) in {(1, 2), 3}
move w(i, j): (x, y) -> (x - i, y - j) where (i, j) in {(1, 2, 3)}
