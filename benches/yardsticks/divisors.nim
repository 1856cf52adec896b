ruleset "Take a divisor of the heap"
heaps n
move take(i): n -> n - i where 1 <= i, n mod i = 0
