heaps x, y
move take(i): x -> x - i
    where 1 <= i, i != x + y, i != 2 * x + y, i != 3 * x + y, i != 4 * x + y, i != 5 * x + y,
        i != 6 * x + y, i != 7 * x + y, i != 8 * x + y, i != 9 * x + y, i != 10 * x + y,
        i != 11 * x + y, i != 12 * x + y, i != 13 * x + y, i != 14 * x + y, i != 15 * x + y
