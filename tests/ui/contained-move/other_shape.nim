heaps x, y
move one: x -> x - 1
move take(i): x -> x - i where 1 <= i
