heaps x, y
move take(k): (x, y) -> (x, y) - (1, 2) * k where 1 <= k
