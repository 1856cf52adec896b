heaps x
move take(i): x -> x - i where 1 <= i <= 2
theorem "T": P(x) iff x mod 3 = 0
claim "T": grundy(x) = x mod 3
