# Family: Wythoff's game and its relatives
ruleset "End-Wythoff with three heaps"
source "Fraenkel and Reisner, The game of End-Wythoff, Games of No Chance 3 (2009) 329-347"

# A row of heaps: from one of the two ends, or the same number from both ends. An empty heap at an end is gone.
heaps x, y, z

move left(i):
    x -> x - i
    where 1 <= i

move right(i):
    z -> z - i
    where 1 <= i

move middle_left(i):
    y -> y - i
    where 1 <= i, x = 0 or z = 0

move both(i):
    (x, y, z) -> (x - i, y, z - i)
    where 1 <= i

move both_left(i):
    (x, y, z) -> (x, y - i, z - i)
    where 1 <= i, x = 0

move both_right(i):
    (x, y, z) -> (x - i, y - i, z)
    where 1 <= i, z = 0

sequence A(n) = floor(n * phi)

claim "two heaps are Wythoff's game":
    P(x, y, z) iff (exists n >= 0: min(x, z) = A(n) and max(x, z) = A(n) + n) where y = 0
