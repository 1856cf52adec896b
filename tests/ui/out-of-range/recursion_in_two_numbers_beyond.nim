let g(a, b) = cases { b if a = 0; g(a - 1, 2 * b) otherwise }
heaps x, y
move take(i): x -> x - i where 1 <= i <= g(5000, y)
