heaps x, y
measure x
move take(i): x -> x - i where 1 <= i
move up: y -> y + 1 where 5000 <= y
move down: y -> y - 1 where 5001 <= y
