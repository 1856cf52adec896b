heaps x, y
move take(i): x -> x - i where 1 <= i <= cases { 1 if P(x, y); 2 otherwise }
