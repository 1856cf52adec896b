# Family: Wythoff's game and its relatives
ruleset "(s, t)-Wythoff"
source "Fraenkel, Heap games, numeration systems and sequences, Ann. Comb. 2 (1998) 197-210"

param s = 2 where s >= 1
param t = 1 where t >= 1
heaps x, y

move rook(i) symmetric:
    x -> x - i
    where 1 <= i

move both(k, l) symmetric:
    (x, y) -> (x - k, y - l)
    where 1 <= k <= l, l < s * k + t

theorem "Fraenkel 1998, of y = s x + t n in the n-th P-position: t divides y - s x" for s in 1..4, t in 1..4:
    (y - s * x) mod t = 0 and s * x <= y where P(x, y), x <= y
