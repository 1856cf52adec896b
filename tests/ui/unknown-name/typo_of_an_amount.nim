heaps x, y
move take(count_of): x -> x - count_of where 1 <= countof
