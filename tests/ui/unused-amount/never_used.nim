heaps x
move take(i, j): x -> x - i where 1 <= i
