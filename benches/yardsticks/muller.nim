ruleset "A bishop on some days"
heaps x, y
move rook(i) symmetric: x -> x - i where 1 <= i
move bishop(i): (x, y) -> (x - i, y - i) where 1 <= i, (x + y + i) mod 5 < 2
