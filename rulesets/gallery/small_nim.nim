# Family: Nim and its relatives
ruleset "Small Nim: take from a smallest heap"
source "Albert, Nowakowski and Wolfe, Lessons in Play, 2007"

heaps x, y

move take(i) symmetric:
    x -> x - i
    where 1 <= i, x <= y or y = 0

claim "P-positions":
    P = {(0, 0)} union sym {(1, m) for m >= 1}
