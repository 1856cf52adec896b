heaps x below omega + 1
move take: x -> x' where x' < x
