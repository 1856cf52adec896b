# Family: Nim and its relatives
ruleset "Delete Nim"
source "Abuku and Suetsugu, Delete Nim, J. Math. Tokushima Univ. 55 (2021) 75-81"

# One heap is deleted, the other is split into two.
heaps x, y
positions where 1 <= x, 1 <= y

move delete symmetric:
    (x, y) -> (x', y')
    where x' + y' = x, 1 <= x', 1 <= y', 1 <= y

theorem "Abuku and Suetsugu: the value is the number of ones at the end of (x - 1) or (y - 1), bit by bit":
    forall k >= 0: k <= grundy(x, y) iff (forall j in 0..k - 1: 1 <= digit(2, j, x - 1) + digit(2, j, y - 1))
        where x <= 60, y <= 60

claim "lost where both heaps are odd":
    P(x, y) iff x mod 2 = 1 and y mod 2 = 1
