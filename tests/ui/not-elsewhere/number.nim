heaps x, y
move take(i) symmetric: x -> x - i where 1 <= i
let half(a) = floor(a / 2)
claim "half of it": half(x) of "nim.nim" = y
