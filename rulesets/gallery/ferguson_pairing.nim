# Family: Subtraction games
ruleset "Subtraction games: Ferguson's pairing"
source "Ferguson, On sums of graph games with last player losing, Internat. J. Game Theory 3 (1974) 159-167"

param S = {2, 5, 6}
heaps n

move take(i):
    n -> n - i
    where i in S

# 2 is the least number of S.
theorem "Ferguson 1974":
    grundy(n) = 1 iff grundy(n - 2) = 0 where 2 <= n
