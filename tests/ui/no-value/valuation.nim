heaps x, y
move a(i): x -> x - i where 1 <= i <= x, valuation(y, i) = 1
