# Family: Wythoff's game and its relatives
ruleset "NIM(a, b)"
source "Boros, Gurvich and Oudalov, A polynomial algorithm for a two parameter extension of Wythoff Nim based on the Perron-Frobenius theory, Internat. J. Game Theory 42 (2013) 891-915; Gurvich 2010"

# k from one heap, l from the other, not both 0, where k and l differ by less than a or the smaller is less than b.
param a = 1 where a >= 0
param b = 2 where b >= 1
heaps x, y

move take(k, l):
    (x, y) -> (x - k, y - l)
    where 0 <= k, 0 <= l, 1 <= k + l, |k - l| < a or min(k, l) < b

theorem "of y = x + a n in the n-th P-position: a divides y - x" for a in 1..4, b in 1..4:
    (y - x) mod a = 0 where P(x, y)

claim "the first P-positions for a = 1 and b = 2":
    P(x, y) iff (x, y) in sym {(0, 0), (2, 3), (5, 7), (9, 12), (11, 15), (14, 19)} where max(x, y) <= 20
