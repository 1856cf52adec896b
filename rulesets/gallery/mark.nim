# Family: One heap, number theory
ruleset "Mark"
source "Fraenkel, Aperiodic subtraction games, Electron. J. Combin. 18(2) (2011) P19; The vile, dopey, evil and odious game players, Discrete Math. 312 (2012) 42-46; due to Krusemeyer"

# One token is taken, or the heap is halved.
heaps n

move one:
    n -> n - 1

move halve:
    n -> floor(n / 2)
    where 1 <= n

theorem "Fraenkel 2011: the P-positions are 0 and the dopey numbers, which end in an odd number of zeros in base 2":
    P(n) iff n = 0 or (n mod 2 = 0 and N(n / 2))

claim "two zeros at the end change nothing":
    grundy(4 * n) = grundy(n)

claim "a one at the end makes evil odious and odious evil, whatever zeros are before it":
    grundy(2 * n + 1) = 3 - cases { grundy(n) if grundy(n) != 0; grundy(n / 2) otherwise } where 1 <= n

# Odious numbers have an odd number of ones in base 2, evil numbers an even one.
let ones(m) = cases { 0 if m = 0; ones(floor(m / 2)) + m mod 2 otherwise }

theorem "Fraenkel 2011: of the other numbers, the odious ones have value 1 and the evil ones 2":
    grundy(n) != 0 implies grundy(n) = 2 - ones(n) mod 2
