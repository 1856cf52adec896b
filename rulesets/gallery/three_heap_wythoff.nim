# Family: Wythoff's game and its relatives
ruleset "Three-heap Wythoff"
source "Fraenkel 1996; Sun and Zeilberger, On Fraenkel's N-heap Wythoff's conjectures, Ann. Comb. 8 (2004) 225-238"

heaps x, y, z

move rook(i) symmetric:
    x -> x - i
    where 1 <= i

move all(i, j, k):
    (x, y, z) -> (x - i, y - j, z - k)
    where 0 <= i, 0 <= j, 0 <= k, 1 <= i + j + k, i xor j xor k = 0

sequence A(n) = floor(n * phi)

claim "with an empty heap it is Wythoff's game":
    P(x, y, z) iff (exists n >= 0: min(y, z) = A(n) and max(y, z) = A(n) + n) where x = 0
