heaps x, y
