heaps x, y
move take(i) symmetric: (x, y) -> (x - i, y) where 1 <= i
claim "some": ∃ k: N(k, 0)
