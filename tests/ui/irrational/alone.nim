heaps x, y
move take(i): x -> x - phi * i where 1 <= i
