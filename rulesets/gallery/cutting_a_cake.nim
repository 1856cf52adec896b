ruleset "Cutting a cake"

# A cake of x by y is cut along a line into two, both of which stay in play.
heaps x, y

move down:
    (x, y) -> (a, y) + (x - a, y)
    where 1 <= a < x

move across:
    (x, y) -> (x, b) + (x, y - b)
    where 1 <= b < y

positions where 1 <= x, 1 <= y
