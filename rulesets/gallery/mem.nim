# Family: Dynamic games
ruleset "Mem"
source "Winning Ways, chapter 15"

# q is no heap: at least q tokens must be taken, where q is how many were last taken.
heaps n, q
measure n

move take(i):
    (n, q) -> (n - i, i)
    where 1 <= i, q <= i

claim "small heaps":
    grundy(n, q) = floor(n / q) where 1 <= q, n < q * (q + 2)
