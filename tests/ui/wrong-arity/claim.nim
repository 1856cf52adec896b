heaps x, y, z
move take(i) symmetric: x -> x - i where 1 <= i
theorem "T": grundy(x, y) = x xor y
