# Family: Subtraction games
ruleset "Subtract a power of b"
source "Golomb, A mathematical investigation of games of take-away, J. Combin. Theory 1 (1966) 443-458, for subtraction games in general"

param b = 4 where b >= 2
heaps n

move take(k):
    n -> n - b^k
    where 0 <= k

claim "odd b" for b in 3..9 where b mod 2 = 1:
    grundy(n) = n mod 2

claim "even b" for b in 2..10 where b mod 2 = 0:
    grundy(n) = cases { 2 if n mod (b + 1) = b; n mod (b + 1) mod 2 otherwise }
