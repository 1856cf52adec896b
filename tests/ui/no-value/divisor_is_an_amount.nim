heaps x, y
move take(i): x -> x - i where 1 <= i, y mod (i - 1) = 0
