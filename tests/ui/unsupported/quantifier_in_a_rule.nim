heaps x, y
move take(i): x -> x - i where 1 <= i, exists k in 1..3: i = k * k
