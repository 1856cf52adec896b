ruleset "Take a power of 2"
heaps n
move take(k): n -> n - 2^k where 0 <= k <= 40
