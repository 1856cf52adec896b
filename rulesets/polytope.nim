ruleset "Polytope Nim"
source "SRT, section 5.3"

param n = 3 where n >= 1
param S = {1, 2, 5}
heaps m[n]

move take(x[m]):
    m -> m - x
    where 0 <= x, 1 <= sum(x), sum(x) in S

# For the set S that both files begin with.
theorem "Theorem 5.3" for n >= 1:
    grundy(m) = grundy(total) of "subtraction.nim"

theorem "Theorem 5.3, for S = {1, 2, 5}" for n >= 1:
    grundy(m) = sum(m) mod 3
