heaps 2
move take(i): x -> x - i where 1 <= i
