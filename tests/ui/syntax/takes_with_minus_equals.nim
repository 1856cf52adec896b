heaps x
move take(i): x -= i where 1 <= i
