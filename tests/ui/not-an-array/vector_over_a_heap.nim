heaps x, y
move take(i[x]): x -> x - i where 1 <= i
