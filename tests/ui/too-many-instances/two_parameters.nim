param a = 1
param b = 1
heaps x
move take(i): x -> x - i where 1 <= i <= a + b
claim "all" for a in 1..200, b in 1..200: grundy(x) = x mod (a + b + 1)
