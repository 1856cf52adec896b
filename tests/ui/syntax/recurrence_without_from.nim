ruleset "e"
heaps x
sequence F(k): F(0) = 0; F(1) = 1; F(k) = F(k-1) + F(k-2)
move take(i):
    x -> x - i
    where 1 <= i
