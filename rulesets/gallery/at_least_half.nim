# Family: One heap, number theory
ruleset "Take at least half"
source "a folklore exercise"

heaps n

move take(i):
    n -> n - i
    where 1 <= i, n <= 2 * i

claim "values count binary digits":
    grundy(n) = grundy(floor(n / 2)) + 1 where 1 <= n

claim "only the empty heap is lost":
    P = {0}
