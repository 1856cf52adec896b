heaps x
move take(i): x -> x - i where 1 <= i, exists k >= 1: i = 2 * k
