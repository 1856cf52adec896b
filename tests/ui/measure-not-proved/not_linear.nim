heaps x, y
measure x + y
move root(i): (x, y) -> (x - i * i, y + i) where 2 <= i <= x
