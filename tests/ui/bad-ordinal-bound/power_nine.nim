heaps x below omega^9
move take: x -> x' where x' < x
