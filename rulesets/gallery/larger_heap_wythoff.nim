# Family: Wythoff's game and its relatives
ruleset "R-Wythoff: never from the smaller heap alone"
source "Ho, Two variants of Wythoff's game preserving its P-positions, J. Combin. Theory Ser. A 119 (2012) 1302-1314"

heaps x, y

move rook(i) symmetric:
    x -> x - i
    where 1 <= i, y <= x

move bishop(i):
    (x, y) -> (x - i, y - i)
    where 1 <= i

sequence A(n) = floor(n * phi)

theorem "Ho 2012: the P-positions of Wythoff's game":
    P = sym {(A(n), A(n) + n) for n >= 0}
