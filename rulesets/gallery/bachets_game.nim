# Family: Subtraction games
ruleset "Bachet's game"
source "Bachet de Méziriac, Problèmes plaisans et délectables, 1612 (told there with sums that reach 100)"

# At least one token is taken, and at most k.
param k = 3 where k >= 1
heaps n

move take(i):
    n -> n - i
    where 1 <= i <= k

theorem "Bachet 1612" for k in 1..10:
    P(n) iff n mod (k + 1) = 0

claim "values" for k in 1..10:
    grundy(n) = n mod (k + 1)

claim "misère play" misere for k in 1..10:
    P(n) iff n mod (k + 1) = 1
