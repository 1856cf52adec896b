heaps x, y
move take(i): (x; y) -> (x - i; y) where 1 <= i
