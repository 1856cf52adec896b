param a = b
param b = 2
heaps x
move take(i): x -> x - i where a <= i, 1 <= i <= b
