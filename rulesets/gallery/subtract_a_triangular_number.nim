# Family: Subtraction games
ruleset "Subtract a triangular number"
source "Golomb, A mathematical investigation of games of take-away, J. Combin. Theory 1 (1966) 443-458, for subtraction games in general"

heaps n

move take(i, k):
    n -> n - i
    where 1 <= k, 2 * i = k * k + k

claim "the P-positions below 100":
    P(n) iff n in {0, 2, 4, 9, 11, 13, 18, 20, 22, 27, 29, 31, 51, 53, 60, 62, 69, 71, 85, 94} where n < 100
