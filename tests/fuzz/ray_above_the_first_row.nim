heaps x, y
move rook(j): y -> y - j where 1 <= j
move steep(i, j): (x, y) -> (x - i, y - j) where 0 <= j, i = j + 1
