heaps x, y
move take(i): x -> x - i where 1 <= i
move give(i) for each a, b in (x): a -> a - i, b -> b - i where 1 <= i
