heaps x, y
move take(i): x -> x - i where 1 <= i
move few(i): x -> x - i where 2 <= i <= 4
