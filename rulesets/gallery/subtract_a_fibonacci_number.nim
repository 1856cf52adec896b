# Family: Subtraction games
ruleset "Subtract a Fibonacci number"
source "Golomb, A mathematical investigation of games of take-away, J. Combin. Theory 1 (1966) 443-458, for subtraction games in general"

heaps n
sequence F(k) = F(k - 1) + F(k - 2) from F(0) = 0, F(1) = 1

move take(k):
    n -> n - F(k)
    where 2 <= k

claim "the first P-positions":
    P(n) iff n in {0, 4, 10, 14, 20, 24, 30, 36, 40, 46, 50, 56, 60, 66, 72, 76, 82, 86, 92, 96} where n < 100
