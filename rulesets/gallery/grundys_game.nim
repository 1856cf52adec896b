ruleset "Grundy's game"
source "Grundy, Mathematics and games, 1939"

heaps n

move part:
    n -> (a, b)
    where a + b = n, 1 <= a < b
