ruleset "Take a square"
heaps n
move take(i, k): n -> n - i where 1 <= k, i = k * k
