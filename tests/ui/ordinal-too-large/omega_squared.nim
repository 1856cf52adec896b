heaps x below omega^2
move far: x -> x' where x' < x, x' < omega^2
