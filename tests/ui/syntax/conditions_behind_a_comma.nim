heaps x
move take(i): x -> x - i, 1 <= i
