let f(m) = cases { x if m = 0; f(m - 1) + 1 otherwise }
heaps x, y
move take(i): x -> x - i where 1 <= i <= f(y)
