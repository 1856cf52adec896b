# Family: One heap, number theory
ruleset "Subtract a proper divisor"
source "Iannucci and Larsson, Game values of arithmetic functions, 2021 (arXiv 2101.07608); Dim in Winning Ways"

heaps n

move take(d):
    n -> n - d
    where 1 <= d < n, d divides n

theorem "the value is the number of zeros at the end in base 2":
    grundy(n) = cases { 0 if n mod 2 = 1; grundy(n / 2) + 1 otherwise } where 1 <= n
