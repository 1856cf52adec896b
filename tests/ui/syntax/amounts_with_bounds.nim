heaps x
move take(i in 1..3): x -> x - i
