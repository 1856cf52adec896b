heaps x, y
move take(i): x -> x - i where 1 <= i, 1 <= count(a in x where 1 <= a)
