ruleset "3-Wythoff"
heaps x, y
move rook(i) symmetric: x -> x - i where 1 <= i
move bishop(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 1 <= j, |i - j| <= 2
