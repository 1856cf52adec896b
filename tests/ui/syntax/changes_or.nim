heaps x, y
move take(i): x -> x - i or y -> y - i where 1 <= i
