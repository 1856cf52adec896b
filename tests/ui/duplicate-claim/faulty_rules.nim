heaps x
move take(i): x -> x - i where 1 <= i <= k
claim "T": P(x) iff x mod 3 = 0
claim "T": P(x) iff x mod 3 = 1
