ruleset "g"
heaps x, y
start (10, 12)
move a(i): x -> x - i where 1 <= i
