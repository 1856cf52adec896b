heaps x, y
move wait: x -> x where 1 <= x
