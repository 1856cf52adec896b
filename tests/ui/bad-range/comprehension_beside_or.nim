heaps x
move take(i): x -> x - i where 1 <= i <= 9, i = 7 or i in {k^2 for k >= 1}
