# Family: Nim and its relatives
ruleset "Bounded Greedy Nim: take at most k from a largest heap"
source "Xu and Zhu, Bounded Greedy Nim, Theoret. Comput. Sci. 746 (2018) 1-5"

param k = 3 where k >= 1
heaps x, y

move take(i) symmetric:
    x -> x - i
    where 1 <= i <= k, y <= x

claim "two heaps" for k in 1..8:
    P(x, y) iff x mod (k + 1) = y mod (k + 1)
