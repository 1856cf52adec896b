heaps x, y
let f(m) := m + 1
move take(i): x -> x - i where 1 <= i, i <> f(y)
