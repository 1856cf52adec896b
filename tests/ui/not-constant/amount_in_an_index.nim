heaps u[3]
move take(i): u[i + 1] -> 0 where 0 <= i < 3
