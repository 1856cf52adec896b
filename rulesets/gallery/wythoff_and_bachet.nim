# Family: Sums
ruleset "Wythoff's game beside Bachet's game"
source "Sprague 1935 and Grundy 1939, for sums"

sum of "../wythoff.nim", "bachets_game.nim" with k = 3

claim "the values are added without carrying":
    grundy(x, y, n) = grundy(x, y) of "../wythoff.nim" xor (n mod 4)

claim "lost where they are equal":
    P(x, y, n) iff grundy(x, y) of "../wythoff.nim" = n mod 4
