heaps x, y
move rook(i) symmetric: x -> x - i where 1 <= i
