heaps x
move take(i): x -> x - i where 1 <= i <= x!
