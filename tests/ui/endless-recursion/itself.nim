let f(m) = f(m) + 1
heaps x, y
move take(i): x -> x - i where 1 <= i <= f(x)
