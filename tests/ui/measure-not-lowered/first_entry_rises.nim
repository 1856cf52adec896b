heaps x, y
measure x, y
move up: (x, y) -> (x + 1, y - 1)
