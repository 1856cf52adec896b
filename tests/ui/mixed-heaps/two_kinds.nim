heaps x below omega^2
heaps n
move take: x -> x' where x' < x
move one: n -> n - 1
