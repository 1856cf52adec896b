register pass in 0..1
heaps x, y
move take(i): x -> x - i where 1 <= i
move pass: pass -> 0 where pass = 1
