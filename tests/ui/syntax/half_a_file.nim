heaps x, y
move take(i): (x, y) -> (x -
