ruleset "Euclid"
heaps x, y
move take(k) symmetric: y -> y - k * x where 1 <= k, 1 <= x
