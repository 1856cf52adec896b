heaps x, y
move pyth(i, j, k): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, i^3 + j^3 = k^3 - 1
