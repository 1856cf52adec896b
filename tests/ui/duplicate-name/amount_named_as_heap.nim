heaps x, y
move take(x): y -> y - x where 1 <= x
