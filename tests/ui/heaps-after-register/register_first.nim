register pass in 0..1
heaps x
move take(i): x -> x - i where 1 <= i
move pass: pass -> 0 where pass = 1, 1 <= x
