# Family: Wythoff's game and its relatives
ruleset "Generalised diagonal Wythoff Nim"
source "Larsson, A generalized diagonal Wythoff Nim, Integers 12 (2012) G2"

param p = 1 where p >= 1
param q = 2 where q > p
heaps x, y

move rook(i) symmetric:
    x -> x - i
    where 1 <= i

move bishop(i):
    (x, y) -> (x - i, y - i)
    where 1 <= i

move slanted(i) symmetric:
    (x, y) -> (x - p * i, y - q * i)
    where 1 <= i

claim "the first P-positions for p = 1 and q = 2":
    P(x, y)
        iff (x, y) in sym {(0, 0), (1, 3), (2, 6), (4, 5), (7, 10), (8, 14), (9, 17), (13, 18), (11, 25),
            (16, 23), (12, 28)}
        where max(x, y) <= 28, min(x, y) <= 13
