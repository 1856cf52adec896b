heaps x
register pass in 2
move take(i): x -> x - i where 1 <= i
