heaps x
move take(i) where 1 <= i: x -> x - i
