param p = 3
heaps x, y
move take(i): x -> x - i where 1 <= i, i = 0 mod p
