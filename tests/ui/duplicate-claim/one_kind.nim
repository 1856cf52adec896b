heaps x
move take(i): x -> x - i where 1 <= i <= 2
claim "T": P(x) iff x mod 3 = 0
claim "U": P(x) iff x mod 3 = 0
claim "T": P(x) iff x mod 3 = 0
refuted "U" at (0): P(x) iff x mod 3 = 1
