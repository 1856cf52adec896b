param M = {(1, 2), 3}
heaps x, y
move take(i, j): (x, y) -> (x - i, y - j) where (i, j) in M
