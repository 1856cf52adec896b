heaps x, y
move take(i): x -> x - i where 1 <= i
claim "values": grundy(x, y) = cases { 0 if P(x, y); 1 otherwise }
