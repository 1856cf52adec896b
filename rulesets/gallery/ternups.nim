# Family: Turning coins
ruleset "Ternups"
source "Winning Ways, chapter 14"

# Three equally spaced coins are turned, the rightmost from heads to tails. Coins are counted from 0.
heaps n

move turn(d):
    n -> (a, b)
    where 1 <= d, a = n - d, b = n - 2 * d

let two(m) = cases { 0 if m = 0; 1 if m mod 3 = 2; two(floor(m / 3)) otherwise }

claim "worth nothing are the coins without a digit 2 in base 3":
    P(n) iff two(n) = 0 where n <= 1000
