ruleset "Take at most the root of the heap"
heaps n
move take(i): n -> n - i where 1 <= i, i * i <= n
