heaps n
register q
start n = 5
move take(i): (n; q) -> (n - i; 2 * i) where 1 <= i <= q
