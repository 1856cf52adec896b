heaps x below omega^2
move half: x -> x' where x' < x mod 2
