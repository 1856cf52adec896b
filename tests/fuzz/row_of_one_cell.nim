ruleset "Where a row of a table has one cell, no line goes on to a next"
heaps x, y, z, u
move take(i) symmetric: x -> x - 2 * i, u -> u - i where 1 <= i
claim "with the first heap": x = 1 implies N(x, y, z, u)
