ruleset "A prime in a claim about ordinals"
heaps x, y below omega^2
move a: (x, y) -> (x', y) where x' < x
claim "c": P = {(x', 0)}
