let g(a, b, c, d, e) = cases { b if a = 0; g(a - 1, b, c, d, e) + 1 otherwise }
heaps x, y
move take(i): x -> x - i where 1 <= i <= g(x, 1, 2, 3, 4)
