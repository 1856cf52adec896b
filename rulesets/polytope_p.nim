ruleset "Polytope Nim for the set of 1 to p - 1"
source "SRT, Corollary 5.4"

param n = 3 where n >= 1
param p = 4 where p >= 2
heaps m[n]

move take(x[m]):
    m -> m - x
    where 0 <= x, 1 <= sum(x) <= p - 1

theorem "Corollary 5.4" for n >= 1, p >= 2:
    grundy(m) = sum(m) mod p
