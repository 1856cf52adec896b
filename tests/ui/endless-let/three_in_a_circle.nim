let first(m) = m + 1
let f(m) = first(m) + g(m)
let g(m) = h(m) + h(m)
let h(m) = f(m - 1) + g(m)
heaps x, y
move take(i): x -> x - i where 1 <= i <= h(x)
move more(i): y -> y - i where 1 <= i <= g(y)
