ruleset "A bishop that raises by half"
heaps x, y
move rook(i) symmetric: x -> x - i where 1 <= i
move bishop(i): (x, y) -> (x - i, y + floor(i / 2)) where 2 <= i
