# Family: One heap, number theory
ruleset "Saliquant: subtract a number that is no divisor"
source "Iannucci and Larsson, Game values of arithmetic functions, 2021 (arXiv 2101.07608)"

heaps n

move take(d):
    n -> n - d
    where 1 <= d < n, not d divides n

claim "odd heaps":
    grundy(n) = (n - 1) / 2 where n mod 2 = 1

claim "powers of two":
    grundy(n) = n / 2 - 1 where n in {2, 4, 8, 16, 32, 64, 128, 256, 512, 1024}
