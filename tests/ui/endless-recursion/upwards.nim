let f(m) = cases { 1 if m = 0; f(m + 1) otherwise }
heaps x, y
move take(i): x -> x - i where 1 <= i <= f(x)
