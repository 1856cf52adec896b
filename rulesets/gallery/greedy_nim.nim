# Family: Nim and its relatives
ruleset "Greedy Nim: take from a largest heap"
source "Albert and Nowakowski, Nim restrictions, Integers 4 (2004) G1"

param n = 3 where n >= 1
heaps h[n]

move take(i) for each a in h:
    a -> a - i
    where 1 <= i, a = max(h)

theorem "lost where evenly many heaps are largest" for n in 1..4:
    P(h) iff max(h) = 0 or count(a in h where a = max(h)) mod 2 = 0
