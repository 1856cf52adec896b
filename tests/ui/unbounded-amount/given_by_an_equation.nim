ruleset "Two powers"
heaps x, y
move both(i, j): (x, y) -> (x - i, y - j) where 1 <= i, j = valuation(2, i)
