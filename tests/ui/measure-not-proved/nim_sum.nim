heaps x
measure x
move take(i): x -> x - (i xor 1) where 2 <= i <= x
