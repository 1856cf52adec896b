heaps x
register q
move take(i): x -> x - i, q -> 3 * q where 1 <= i <= q
