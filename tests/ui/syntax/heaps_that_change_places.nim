heaps x, y symmetric
move take(i): x -> x - i where 1 <= i
