# Family: One heap, number theory
ruleset "Move to a proper divisor"
source "Iannucci and Larsson, Game values of arithmetic functions, 2021 (arXiv 2101.07608)"

heaps n

move divide(d):
    n -> d
    where 1 <= d < n, d divides n

theorem "powers: the value of 2^k is k, of 3^k is k":
    forall k in 0..11: grundy(2^k) = k and (k <= 7 implies grundy(3^k) = k)

claim "the value counts the prime factors: twice a number has one more":
    grundy(2 * n) = grundy(n) + 1 and grundy(3 * n) = grundy(n) + 1 and grundy(5 * n) = grundy(n) + 1
        where 1 <= n

claim "value 1 are the primes":
    grundy(n) = 1 iff prime(n)
