ruleset "A product that the position bounds"
heaps x, y
move both(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, i * j <= x + y
