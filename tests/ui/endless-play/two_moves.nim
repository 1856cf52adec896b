heaps x, y
move there: (x, y) -> (x - 1, y + 1)
move back: (x, y) -> (x + 1, y - 1)
