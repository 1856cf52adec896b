ruleset "Nim # an old game
heaps x
move take(i): x -> x - i where 1 <= i
