heaps x, y
move take(if): x -> x - if where 1 <= if
