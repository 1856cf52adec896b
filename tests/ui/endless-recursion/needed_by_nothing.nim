sequence F(k) = F(k - 1) + F(k - 2) from F(0) = 0
heaps x
move take(i): x -> x - i where 1 <= i
