heaps x, y
move cut(i): (x, y) -> (x - 1, y + i)
    where 0 <= i <= x * x
move back(i): (x, y) -> (x + i, y - 1)
    where 1 <= i <= floor(y / 100)
