heaps x
play tennis
move take(i): x -> x - i where 1 <= i
