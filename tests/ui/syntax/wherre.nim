heaps x, y
move take(i): x -> x - i wherre 1 <= i
