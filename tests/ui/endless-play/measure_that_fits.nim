heaps u, v, w
move lose(i): (u, v, w) -> (u - 1, v + 7, w) where 1 <= i <= u, u = (u xor i) + i
move pass(i): (u, v, w) -> (u + (w mod 2), v - 1 - floor(i / 3), w - (1 xor i xor 1)) where 1 <= i <= w
