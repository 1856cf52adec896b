# Family: Chomp and chocolate
ruleset "Chomp with three rows"
source "Gale, A curious Nim-type game, Amer. Math. Monthly 81 (1974) 876-879; Zeilberger, Three-rowed Chomp, Adv. in Appl. Math. 26 (2001) 168-179"

heaps x, y, z
positions where y <= x, z <= y, 1 <= x

move lower(i):
    x -> x - i, y -> min(y, x - i), z -> min(z, x - i)
    where 1 <= i

move middle(i):
    y -> y - i, z -> min(z, y - i)
    where 1 <= i

move upper(i):
    z -> z - i
    where 1 <= i

claim "with one square in the third row: only (3, 1, 1) and (2, 2, 1) are lost":
    P(x, y, z) iff (x = 3 and y = 1) or (x = 2 and y = 2) where z = 1

theorem "Gale 1974: a square is won":
    N(x, y, z) where x = 3, y = 3, z = 3
