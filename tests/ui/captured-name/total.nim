heaps x, y
move take(i) symmetric: x -> x - i where 1 <= i
claim "no total": P = {(x, 3) where total = 6}
