# Family: Subtraction games
ruleset "Subtract a square"
source "Golomb, A mathematical investigation of games of take-away, J. Combin. Theory 1 (1966) 443-458"

heaps n

move take(k):
    n -> n - k * k
    where 1 <= k

let cold = {0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62, 65, 67, 72, 85, 95, 109, 119, 124,
    127, 130, 132, 137, 142, 147, 150, 170, 177, 180, 182, 187, 192, 197}

claim "the P-positions below 200, OEIS A030193":
    P(n) iff n in cold where n < 200
