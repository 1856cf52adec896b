sequence F(k) = F(k - 1) + F(k - 2) from F(0) = 0, F(1) = 1
heaps x
move take(i): x -> x - i where 1 <= i, i <= max(F(k) for k in 0..40 where F(k) <= x)
