heaps x, y
move take(i): x -> x - i where 1 <= i
move wrong(i): y -> -i where 1 <= i <= y
