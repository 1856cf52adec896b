heaps x, y
move take(i): x -> x - i; y -> y - i where 1 <= i
