heaps x, y
move take(i): x -> x - i where 1 <= i, forall a in 1..70, b in 1..70: exists c in 1..12: a * x + b = c * y
