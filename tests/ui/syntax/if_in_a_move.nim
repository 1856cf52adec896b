heaps x
move take(i): x -> x - i if 1 <= i
