heaps x, y
param c = 1
move take(i) symmetric: x -> x - i where 1 <= i <= c
refuted "T" for c >= 1 at (1, 2): P(x, y) iff x = y
