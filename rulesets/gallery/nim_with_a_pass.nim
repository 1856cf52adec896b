# Family: Nim and its relatives
ruleset "Nim with a pass, two heaps"
source "Morrison, Friedman and Landsberg, Combinatorial games with a pass, a dynamical systems approach, Chaos 22 (2012) 043108"

# A pass may be used once by either player, but not from the empty position.
heaps x, y
register pass in 0..1

move take(i) symmetric:
    x -> x - i
    where 1 <= i

move pass:
    pass -> 0
    where pass = 1, 1 <= total

claim "with the pass, lost are (2 m + 1, 2 m + 2)":
    P = {(x, y; 0) where x = y} union {(0, 0; 1)} union {(x, y; 1) where |x - y| = 1, min(x, y) mod 2 = 1}
