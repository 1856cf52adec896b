heaps x
play misere
move take(i): x -> x - i where 1 <= i
play normal
