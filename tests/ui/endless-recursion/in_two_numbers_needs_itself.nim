let d(a, b) = cases { 1 if a = b; d(b, a) otherwise }
heaps x, y
move take(i): x -> x - i where 1 <= i <= d(x, y)
