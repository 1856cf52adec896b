heaps x
sequence F(k) = F(k - 1) + F(k - 2) from F(0) = 0, G(1) = 1
move take(i): x -> x - i where i = F(3)
