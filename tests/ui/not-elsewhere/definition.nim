heaps x, y
move take(i) symmetric: x -> x - i where 1 <= i
let cold(a, b) = P(a, b)
claim "as cold there": cold(x, y) of "nim.nim" iff x = y
