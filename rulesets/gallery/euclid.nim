# Family: Euclid and its relatives
ruleset "Euclid"
source "Cole and Davie, A game based on the Euclidean algorithm and a winning strategy for it, Math. Gaz. 53 (1969) 354-357"

# A multiple of the smaller number is taken from the larger one; play ends where one of them is 0.
heaps x, y

move subtract(k) symmetric:
    y -> y - k * x
    where 1 <= k, 1 <= x <= y

theorem "Cole and Davie 1969: lost are different numbers with a ratio below phi":
    P(x, y) iff x != y and max(x, y) < phi * min(x, y) where 1 <= x, 1 <= y
