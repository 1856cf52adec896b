ruleset "A chocolate bar"
heaps x, y, z
positions where 2 * y <= x + z
measure x + y + z
move left(i): (x, y, z) -> (x - i, min(y, floor((x - i + z) / 2)), z) where 1 <= i
move middle(i): (x, y, z) -> (x, y - i, z) where 1 <= i
move right(i): (x, y, z) -> (x, min(y, floor((x + z - i) / 2)), z - i) where 1 <= i
