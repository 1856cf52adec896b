heaps x
register pass in 0..1
move pass: pass -> 1 - pass
    where 1 <= x
