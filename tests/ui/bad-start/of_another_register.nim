heaps n
register q
register r
start q = r + 1
start r = n / 2
move take(i): (n; q, r) -> (n - i; 2 * i, r) where 1 <= i <= q + r
