heaps x, y
move knight(k): take (1, 2) where 1 <= k
