# Family: Taking and breaking
ruleset "Dawson's chess"
source "Dawson 1935; Guy and Smith, The G-values of various games, 1956"

# A pawn takes and is taken; its neighbours are blocked.
heaps n

octal "0.137"

theorem "Guy and Smith 1956":
    grundy(n + 34) = grundy(n) where 52 <= n

theorem "Guy and Smith 1956, Dawson's Kayles one place on":
    grundy(n) = grundy(n + 1) of "dawsons_kayles.nim"
