ruleset "cyclic Nimhoff"
source "A. S. Fraenkel and M. Lorberbom, Nimhoff games, J. Combin. Theory Ser. A 58 (1991) 1-25"

heaps x, y
param h = 3 where h >= 2

move rook(i) symmetric:
    x -> x - i
    where 1 <= i

move both(i, j):
    (x, y) -> (x - i, y - j)
    where 1 <= i, 1 <= j, i + j < h

theorem "Fraenkel and Lorberbom 1991, cyclic Nimhoff" for h in 2..5:
    grundy(x, y) = h * (floor(x / h) xor floor(y / h)) + (x + y) mod h
