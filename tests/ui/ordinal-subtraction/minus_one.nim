heaps x below omega^2
move one: x -> x - 1
