let g(a, b) = cases { b if a = 0; g(a - 1, g(a, b + 1)) otherwise }
heaps x, y
move take(i): x -> x - i where 1 <= i <= g(x, y)
