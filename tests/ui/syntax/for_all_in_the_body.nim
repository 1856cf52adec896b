heaps x, y
param c = 1
move take(i) symmetric: x -> x - i where 1 <= i <= c
theorem "T": for all k >= 0: P(k, k)
