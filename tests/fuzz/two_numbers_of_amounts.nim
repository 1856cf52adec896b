heaps x, y
move take(i): x -> x - i where 1 <= i
move odd(i, k): x -> x - i where i = 2 * k + 1, 0 <= k
move a: x -> x - 1
move b(i): y -> y - 1 where 1 <= i <= y
