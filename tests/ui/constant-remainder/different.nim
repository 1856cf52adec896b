ruleset "A remainder of a number in an inequality"
heaps x, y
move take(i): x -> x - i where 1 <= i, i != 0 mod 3
