heaps x, y
let S(m) = {1, m, 2 * m}
move take(i): x -> x - i where 1 <= i, i in S(y)
