heaps x, y
move take(i) symmetric: x -> x - i where 1 <= i
theorem "T": P = {(a(k), a(k)) for k >= 0}
