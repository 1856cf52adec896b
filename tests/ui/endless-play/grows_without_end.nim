heaps x
move grow: x -> x + 1
