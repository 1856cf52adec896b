heaps x, y
param c = 1
move take(i) symmetric: x -> x - i where 1 <= i <= c
theorem "T": forall k >= 0 where k mod 2 = 0: P(x, k) implies x = k
