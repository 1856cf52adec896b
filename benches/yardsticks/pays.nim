ruleset "A head of the hydra pays for five tokens"
heaps x, y
move head: (x, y) -> (x - 1, y + 5) where 1 <= x
move take(i): y -> y - i where 1 <= i <= 4
move two: x -> x - 2
