heaps x, y
move rook(i) symmetric: x -> x - i where 1 <= i
conjecture "else": grundy(1, y) = if y mod 3 = 0 then y + 1 else y - 2
conjecture "implies": if x = y then P(x, y)
conjecture "braces": grundy(1, y) = {y + 1 if y mod 3 = 0; y - 2 otherwise}
conjecture "behind": grundy(1, y) = y + 1 if y mod 3 = 0 else y - 2
