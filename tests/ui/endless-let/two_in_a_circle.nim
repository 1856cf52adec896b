let f(m) = g(m)
let g(m) = f(m)
heaps x, y
move take(i): x -> x - i where 1 <= i <= f(x)
