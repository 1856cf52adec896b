heaps x, y
move part: x -> (a, b) where a + b = x - 1, a <= b
