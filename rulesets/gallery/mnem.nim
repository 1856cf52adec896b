# Family: Dynamic games
ruleset "Mnem"
source "Winning Ways, chapter 15"

# q is no heap: more than q tokens must be taken, where q is how many were last taken.
heaps n, q
measure n

move take(i):
    (n, q) -> (n - i, i)
    where q < i

claim "the value is the length of the longest play, the greatest m with (q + 1) + ... + (q + m) <= n":
    forall m >= 0: m * (2 * q + m + 1) <= 2 * n iff m <= grundy(n, q)
