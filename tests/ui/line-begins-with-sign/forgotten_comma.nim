heaps x, y
move take(i, j): x -> x - i, y -> y - j
    where 0 <= j < 4, 1 <= i
        - j < 3
