play blocking 1
heaps x, y
move take(i) symmetric: x -> x - i where 1 <= i
claim "values": grundy(x, y) = x xor y
