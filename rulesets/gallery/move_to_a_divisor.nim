# Family: One heap, number theory
ruleset "Move to a proper divisor"
source "Iannucci and Larsson, Game values of arithmetic functions, 2021 (arXiv 2101.07608)"

heaps n

move divide(d):
    n -> d
    where 1 <= d < n, n mod d = 0

theorem "powers: the value of 2^k is k, of 3^k is k":
    forall k in 0..11: grundy(2^k) = k and (k <= 7 implies grundy(3^k) = k)

claim "the value counts the prime factors: twice a number has one more":
    grundy(2 * n) = grundy(n) + 1 and grundy(3 * n) = grundy(n) + 1 and grundy(5 * n) = grundy(n) + 1
        where 1 <= n

claim "value 1 are the primes":
    grundy(n) = 1
        iff 2 <= n
            and n in {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83,
                89, 97}
        where n <= 100
