ruleset "Chomp with three rows"
heaps x, y, z
positions where z <= y <= x
move first(k): (x, y, z) -> (k, min(y, k), min(z, k)) where 1 <= k < x
move second(k): (x, y, z) -> (x, k, min(z, k)) where 0 <= k < y
move third(k): (x, y, z) -> (x, y, k) where 0 <= k < z
