ruleset "The nim-sum falls"
heaps x, y
move take(i) symmetric: x -> x - i where 1 <= i, (x' xor y') < (x xor y)
