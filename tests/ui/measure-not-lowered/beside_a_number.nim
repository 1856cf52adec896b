heaps x, y
measure x + y
move rise: y -> y + 1 where x >= 1000, x mod 7 = 0
move take(i): x -> x - i where 1 <= i
