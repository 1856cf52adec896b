heaps x, y
move take(i): x -> x - i where 1 <= i, exists option (u, v) of (x, y): u = v
