heaps x, y
move sub(k): y -> y - k * x where 1 <= k
