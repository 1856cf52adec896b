heaps x, y
move take(i): x -> x - i
    where i mod 3 = 1
