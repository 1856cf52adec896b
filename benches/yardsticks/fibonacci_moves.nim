ruleset "Take a Fibonacci number"
heaps n
sequence F(k) = F(k - 1) + F(k - 2) from F(0) = 1, F(1) = 2
move take(i, k): n -> n - i where i = F(k), 0 <= k <= 60
