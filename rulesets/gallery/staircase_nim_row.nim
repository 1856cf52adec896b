# Family: Nim and its relatives
ruleset "Staircase Nim with n steps"
source "Sprague 1937, as told in Ferguson, Game Theory, part I"

# Tokens go down one step, those of the first step out of play.
param n = 4 where n >= 1
heaps h[n]

move off(i):
    h[1] -> h[1] - i
    where 1 <= i

move down(i) for k in 1..n - 1:
    h[k + 1] -> h[k + 1] - i, h[k] -> h[k] + i
    where 1 <= i

theorem "the odd steps are Nim heaps" for n in 1..4:
    grundy(h) = xor(h[k] for k in 1..n where k mod 2 = 1)
