heaps x
register q
move take(i, j, k): (x; q) -> (x - i; q * q + j + k) where 1 <= i, 1 <= j <= 300, 1 <= k <= 300
