# Family: Subtraction games
ruleset "Subtract a power of two"
source "Golomb, A mathematical investigation of games of take-away, J. Combin. Theory 1 (1966) 443-458, for subtraction games in general"

heaps n

move take(k):
    n -> n - 2^k
    where 0 <= k

claim "values":
    grundy(n) = n mod 3
