heaps x
move take(i): x -> x - i
    where 0 <= i
