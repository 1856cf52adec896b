heaps x, y
register r in 0..5
move take(i) for each b in (x, r): b -> b - i where 1 <= i
