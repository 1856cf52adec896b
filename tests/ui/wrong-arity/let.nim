let f(a, b) = a + b
heaps x, y
move take(i): x -> x - i where 1 <= i <= f(x)
