heaps x, y
move take(i): x -> x - i where 1 <= i, x = 0 xor y = 0
