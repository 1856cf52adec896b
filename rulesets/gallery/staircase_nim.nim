# Family: Nim and its relatives
ruleset "Staircase Nim with three steps"
source "Sprague 1937, as told in Ferguson, Game Theory, part I"

# Tokens go down one step, those of the first step out of play.
heaps a, b, c

move off(i):
    a -> a - i
    where 1 <= i

move down_b(i):
    b -> b - i, a -> a + i
    where 1 <= i

move down_c(i):
    c -> c - i, b -> b + i
    where 1 <= i

theorem "the odd steps are Nim heaps":
    grundy(a, b, c) = a xor c
