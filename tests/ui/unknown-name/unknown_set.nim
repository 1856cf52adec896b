heaps x, y
move take(i): x -> x - i where i in S
