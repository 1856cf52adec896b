ruleset "Fibonacci Nim from its beginning"
heaps n
register q
start q = n - 1
move take(i): (n; q) -> (n - i; 2 * i) where 1 <= i <= q
