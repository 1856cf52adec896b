param k = 2
heaps x, y
move take(a, b): (x, y) -> (x - a, y - b) where 1 <= b <= a <= k(a - b)
