heaps x, y
move take(i): x -> x - i where 1 <= i, sqrt(2) * i <= sqrt(3) * y
