sequence F(k) = F(k - 1) + F(k - 2)
heaps x, y
move take(i) symmetric: x -> x - i where 1 <= i
claim "chain": P = {(F(k), F(k)) for k >= 0}
