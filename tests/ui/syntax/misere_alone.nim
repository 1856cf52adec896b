heaps x, y
misere
move take(i): x -> x - i where 1 <= i
