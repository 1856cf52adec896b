heaps x, y
move take(i): x -> x - i where 1 <= i, exists k in 1..y: i = 2 * k
