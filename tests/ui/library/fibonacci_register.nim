heaps n
register q
move take(i): n -> n - i, q -> 2 * i where 1 <= i <= q
