ruleset "Nim with a pass"
heaps x, y
register p in 0..1
move take(i) symmetric: x -> x - i where 1 <= i
move pass: p -> p - 1 where 1 <= p, 1 <= x + y
