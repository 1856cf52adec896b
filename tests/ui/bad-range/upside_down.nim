heaps x
register pass in 1..0
move take(i): x -> x - i where 1 <= i
