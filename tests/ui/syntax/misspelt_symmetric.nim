heaps x, y
move take(i) symetric: x -> x - i where 1 <= i
