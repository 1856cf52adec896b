# Family: Nim and its relatives
ruleset "Small Nim: take from a smallest heap"
source "a counterpart of Greedy Nim (Albert and Nowakowski, Nim restrictions, Integers 4 (2004) G1)"

heaps x, y

move take(i) symmetric:
    x -> x - i
    where 1 <= i, x <= y or y = 0

claim "P-positions":
    P = {(0, 0)} union sym {(1, m) for m >= 1}
