sequence s = [3, 2, 1]
heaps x, y
move take(i): x -> x - i where 1 <= i <= s(x)
