heaps x, y, z
move a(i, j, k): (x, y, z) -> (x - i, y - j, z - k) where 0 <= i, 0 <= j, 0 <= k, 1 <= i + j + k, i * j * k != 7
move none(i): x -> x - 1 where 1 <= i <= 1000000000, i * i = 999999999999
claim "c": P(0, 0, 0)
