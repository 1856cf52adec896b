heaps x
measure x
move take(i, j): x -> x - (i xor j) where 0 <= i <= x, 0 <= j <= 1, (i + j) mod 2 = 1
