# Family: Nim and its relatives
ruleset "Nim with at most k tokens at a time"
source "Winning Ways, chapter 4, for subtraction games"

param k = 3 where k >= 1
heaps x, y, z

move take(i) symmetric:
    x -> x - i
    where 1 <= i <= k

claim "heaps count modulo k + 1" for k in 1..5:
    grundy(x, y, z) = (x mod (k + 1)) xor (y mod (k + 1)) xor (z mod (k + 1))
