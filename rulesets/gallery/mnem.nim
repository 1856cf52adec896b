# Family: Dynamic games
ruleset "Mnem"
source "Winning Ways, chapter 15"

# q is no heap: more than q tokens must be taken, where q is how many were last taken.
heaps n, q
measure n

move take(i):
    (n, q) -> (n - i, i)
    where q < i
