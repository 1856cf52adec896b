heaps x, y
measure 4611686018427387904 * x + y
move a: x -> x - 4611686018427387904
move b: y -> y - 1
