heaps x, y
move take(i, j): x -> x - i, y -> y - j
    where 1 <= i, 0 <= j <= 5 + i
        - j < 3
