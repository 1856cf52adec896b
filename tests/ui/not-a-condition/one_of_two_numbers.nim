heaps x
move take(i): x -> x - i where i = 1 or 2
