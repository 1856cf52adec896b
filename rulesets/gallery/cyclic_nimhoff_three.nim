# Family: Nim and its relatives
ruleset "cyclic Nimhoff with three heaps"
source "Fraenkel and Lorberbom, Nimhoff games, J. Combin. Theory Ser. A 58 (1991) 1-25"

param h = 3 where h >= 2
heaps x, y, z

move rook(i) symmetric:
    x -> x - i
    where 1 <= i

move several(i, j, k):
    (x, y, z) -> (x - i, y - j, z - k)
    where 0 <= i, 0 <= j, 0 <= k, 1 <= i + j + k, i + j + k < h

theorem "Fraenkel and Lorberbom 1991, cyclic Nimhoff" for h in 2..4:
    grundy(x, y, z) = h * (floor(x / h) xor floor(y / h) xor floor(z / h)) + (x + y + z) mod h
