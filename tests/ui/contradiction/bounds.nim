heaps x, y
move take(i): x -> x - i
    where 3 <= i < 3
