# Family: Subtraction games
ruleset "Subtract a prime"
source "Golomb, A mathematical investigation of games of take-away, J. Combin. Theory 1 (1966) 443-458, for subtraction games in general; OEIS A025043"

heaps n

move take(i):
    n -> n - i
    where 1 <= i, prime(i)

claim "the P-positions below 150, OEIS A025043":
    P(n) iff n in {0, 1, 9, 10, 25, 34, 35, 49, 55, 85, 91, 100, 115, 121, 125, 133, 145} where n < 150

claim "of two heaps of P-positions, no difference is a prime":
    forall m in 0..n: P(m) and P(n) implies not prime(n - m)
