heaps x, y
register pass in 0..1
move take(i): (x, y; pass) -> (x - i, y; pass) where 1 <= i
claim "pass": P(x; y, 0) implies P(x, y; 0)
