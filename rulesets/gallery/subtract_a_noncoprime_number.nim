# Family: One heap, number theory
ruleset "Subtract a smaller number with a common divisor"
source "Iannucci and Larsson, Game values of arithmetic functions, 2021 (arXiv 2101.07608)"

heaps n

move take(i):
    n -> n - i
    where 1 <= i < n, gcd(i, n) != 1

claim "even heaps":
    grundy(n) = n / 2 - 1 where n mod 2 = 0, 2 <= n
