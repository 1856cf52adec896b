heaps x, y
param c = 2
move take(i) symmetric: x -> x - i where 1 <= i
let near(a, b) = |a - b| <= c
claim "near": forall c in 5..5: near(x, y) iff |x - y| <= 5
