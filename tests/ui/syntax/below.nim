heaps x blow omega
move take(i): x -> x - i where 1 <= i
