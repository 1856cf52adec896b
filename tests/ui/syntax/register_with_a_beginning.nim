heaps x
register pass in 0..1 = 1
move take(i): x -> x - i where 1 <= i
move pass: pass -> pass - 1 where 1 <= x
