heaps x, y
move take(i) symmetric: x -> x - i where 1 <= i
claim "two meanings": P(x, y) iff (x, y) in {(x - k, x) for k in 0..x}
claim "one": P(x, y) iff (x, y) in {(u - k, u) for u >= 0, k in 0..u where k = 0}
claim "no position": P = {(x, x + k) for k in 0..0}
