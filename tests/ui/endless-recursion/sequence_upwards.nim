sequence F(k) = F(k + 1)
heaps x, y
move take(i): x -> x - i where 1 <= i <= F(x)
