heaps x, y
move shift symmetric: (x, y) -> (x - 1, y + 1)
