heaps x, y
move take(i) symmetric: x -> x - i where 1 <= i
claim "cold": (exists option (u, v) of (2, -1): P(u, v)) and P(0, 0)
