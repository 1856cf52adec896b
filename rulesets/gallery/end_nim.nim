# Family: Nim and its relatives
ruleset "End-Nim with three heaps"
source "Albert and Nowakowski, The game of End-Nim, Electron. J. Combin. 8(2) (2001) R1; Cairns and Ho, Some remarks on End-Nim, 2011"

# A row of heaps: from a heap at one of the ends. An empty heap at an end is gone.
heaps x, y, z

move left(i):
    x -> x - i
    where 1 <= i

move right(i):
    z -> z - i
    where 1 <= i

move middle(i):
    y -> y - i
    where 1 <= i, x = 0 or z = 0

theorem "Albert and Nowakowski 2001, three heaps: lost are equal ends and another middle":
    P(x, y, z) iff x = z and y != x where 1 <= x, 1 <= y, 1 <= z

claim "two heaps are those of Nim":
    P(x, y, z) iff x = z where y = 0
