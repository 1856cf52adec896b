ruleset "Fibonacci Nim"
heaps n
register q in 0..1999
move take(i): (n, q) -> (n - i, min(2 * i, 1999)) where 1 <= i <= q
