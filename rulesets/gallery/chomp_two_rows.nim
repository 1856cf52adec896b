# Family: Chomp and chocolate
ruleset "Chomp with two rows"
source "Gale, A curious Nim-type game, Amer. Math. Monthly 81 (1974) 876-879"

# x squares in the lower row, y in the upper; who takes the last square loses.
heaps x, y
positions where y <= x, 1 <= x

move lower(i):
    x -> x - i, y -> min(y, x - i)
    where 1 <= i

move upper(i):
    y -> y - i
    where 1 <= i

theorem "Gale 1974":
    P(x, y) iff x = y + 1
