heaps x
register q
measure -q, x
move take(i): (x; q) -> (x - i; q) where 1 <= i, x < 5
move wait: q -> q + 1 where 5 <= x
