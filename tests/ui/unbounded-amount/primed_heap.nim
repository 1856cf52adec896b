heaps x, y
move jump: (x, y) -> (x', y') where x' < x
