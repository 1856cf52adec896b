# Family: Subtraction games
ruleset "Subtract a factorial"
source "Golomb, A mathematical investigation of games of take-away, J. Combin. Theory 1 (1966) 443-458, for subtraction games in general"

heaps n
let factorial = {1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800, 39916800, 479001600}

move take(i):
    n -> n - i
    where i in factorial

positions where n < 2000000000

claim "the first P-positions":
    P(n) iff n in {0, 3, 7, 10} where n < 14
