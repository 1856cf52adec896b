heaps x
register pass = 1
move take(i): x -> x - i where 1 <= i
