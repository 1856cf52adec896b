heaps x
register pass in 0..9999999999
move take(i): x -> x - i where 1 <= i
