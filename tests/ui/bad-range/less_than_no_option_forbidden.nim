param k = -1
play blocking k
heaps x
move take(i): x -> x - i where 1 <= i
