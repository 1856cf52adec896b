param c = 2
heaps x
move take(i): x -> x - i where 1 <= i, x mod c = 0
