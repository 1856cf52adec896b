heaps x, y
move take(i) symmetric: x -> x - i where 1 <= i <= floor(x / y)
