heaps x, y
register pass in 0..1
register seen in 0..1
move take(i): (x, y; pass; seen) -> (x - i, y; pass; seen) where 1 <= i
