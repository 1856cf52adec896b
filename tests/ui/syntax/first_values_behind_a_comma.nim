heaps x
sequence F(n) = F(n - 1) + F(n - 2), F(0) = 0, F(1) = 1
move take(i): x -> x - i where 1 <= i
