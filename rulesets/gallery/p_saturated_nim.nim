# Family: Nim and its relatives
ruleset "p-saturated Nim"
source "Irie, p-Saturations of Welter's game and the irreducible representations of symmetric groups, J. Algebraic Combin. 48 (2018) 247-287; Flanigan"

# i and j are taken where i + j ends, in base p, in as many zeros as one of them does, and no more.
param p = 3 where p >= 2
heaps x, y
let ord(m) = cases { 99 if m = 0; ord(floor(m / p)) + 1 if m mod p = 0; 0 otherwise }

move take(i, j):
    (x, y) -> (x - i, y - j)
    where 0 <= i, 0 <= j, 1 <= i + j, ord(i + j) = min(ord(i), ord(j))

theorem "the value is the sum in base p without carrying, two digits" for p in 2..5:
    grundy(x, y) = (x + y) mod p + p * ((floor(x / p) + floor(y / p)) mod p) where x < p * p, y < p * p
