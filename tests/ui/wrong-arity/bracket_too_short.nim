heaps x, y
move take(i): (x, y) -> (x - i) where 1 <= i
