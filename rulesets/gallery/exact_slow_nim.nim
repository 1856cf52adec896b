# Family: Nim and its relatives
ruleset "Exact slow Nim: one from exactly two of three heaps"
source "Gurvich and Ho, Slow k-Nim, 2015"

heaps x, y, z

move take symmetric:
    (x, y, z) -> (x - 1, y - 1, z)

claim "where one heap is as large as the others together, lost are two even heaps beside it":
    P(x, y, z) iff x mod 2 = 0 and y mod 2 = 0 where x + y <= z

claim "with one token beside two heaps":
    P(x, y, z) iff y = z and y mod 2 = 0 where x = 1, 1 <= y, y <= z
