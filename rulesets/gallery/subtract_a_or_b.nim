# Family: Subtraction games
ruleset "Subtraction game of two numbers"
source "Winning Ways, chapter 4"

param a = 2 where a >= 1
param b = 5 where b > a
heaps n

move take(i):
    n -> n - i
    where i = a or i = b

claim "the values have period a + b" for a in 1..6, b in 2..12 where a < b:
    grundy(n + a + b) = grundy(n)

claim "period 2 a where b is an odd multiple of a"
        for a in 1..4, b in 3..20
            where b mod (2 * a) = a and a < b:
    grundy(n + 2 * a) = grundy(n)
