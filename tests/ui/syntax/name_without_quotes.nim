heaps x, y
param c = 1
move take(i) symmetric: x -> x - i where 1 <= i <= c
theorem T: P(x, y) iff x = y
