# Family: Euclid and its relatives
ruleset "Euclid, ending at equal numbers, misère"
source "Gurvich, On the misère version of game Euclid and miserable games, Discrete Math. 307 (2007) 1199-1204"

extends "euclid_positive.nim"

sequence F(k) = F(k - 1) + F(k - 2) from F(0) = 0, F(1) = 1

theorem "Gurvich 2007: outcomes are those of normal play but for multiples of two Fibonacci numbers that follow each other" misere:
    P(x, y)
        iff not (P(x, y) of "euclid_positive.nim"
            iff (exists k in 1..12: min(x, y) * F(k + 1) = max(x, y) * F(k)))
        where x <= 200, y <= 200
