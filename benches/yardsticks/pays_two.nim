ruleset "One heap pays for two"
heaps x, y, z
move pay: (x, y, z) -> (x - 1, y + 2, z + 1)
move second(i): y -> y - i where 1 <= i <= 3
move third(i): z -> z - i where 1 <= i <= 2
