# Family: One heap, number theory
ruleset "Dim: subtract a divisor"
source "Winning Ways"

heaps n

move take(d):
    n -> n - d
    where 1 <= d <= n, d divides n

theorem "one more than the number of zeros at the end in base 2":
    grundy(n) = cases { 1 if n mod 2 = 1; grundy(n / 2) + 1 otherwise } where 1 <= n
