heaps x, y
move take(i) symmetric: x -> x - i where 1 <= i
let f(m, m) = m
claim "option": exists option (u, u) of (x, y): u >= 0 where x = 1, y = 1
claim "for all": forall k in 1..2, k in 5..6: k >= 5
