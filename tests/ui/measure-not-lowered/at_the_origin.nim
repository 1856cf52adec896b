heaps x, y
measure x
move take(i): x -> x - i where 1 <= i
move grow: y -> y + 1
