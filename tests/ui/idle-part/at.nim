heaps x, y
move take(i) symmetric: (x, y) -> (x - i, y) where 1 <= i
claim "equal heaps" at (5, 5): P(5, 5)
