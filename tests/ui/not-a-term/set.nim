param S = {1, 2}
heaps x, y
move take(i): x -> x - i where 1 <= i <= S
