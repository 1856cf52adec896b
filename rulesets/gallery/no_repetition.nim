# Family: Dynamic games
ruleset "Bachet's game without repetition"
source "a folklore variation of Bachet's game"

# From 1 to k tokens, but not as many as the opponent has just taken.
param k = 4 where 2 <= k, k <= 12
heaps n
register last in 0..12

move take(i):
    (n; last) -> (n - i; i)
    where 1 <= i <= k, i != last

claim "even k: as if repetition were allowed" for k in 2..12 where k mod 2 = 0:
    P(n; 0) iff n mod (k + 1) = 0
