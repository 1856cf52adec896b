heaps x, y
measure x + y
move root(i): (x, y) -> (x - i * i, y + i) where 2 <= i <= 3
move odd(i): (x, y) -> (x - i * i * i, y + i * i) where 2 <= i
