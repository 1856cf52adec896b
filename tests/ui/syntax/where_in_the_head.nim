heaps x, y
param c = 1
move take(i) symmetric: x -> x - i where 1 <= i <= c
theorem "T" where c >= 2: P(x, y) iff x = y
