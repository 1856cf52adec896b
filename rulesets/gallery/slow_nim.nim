# Family: Nim and its relatives
ruleset "Slow Nim: one from each of at most two of three heaps"
source "Gurvich and Ho, Slow k-Nim, 2015; the Princess and the Roses of Winning Ways with three bushes"

heaps h[3]

move take for each subset A of h:
    A -> A - 1
    where size(A) <= 2

theorem "n = 3, k = 2: lost are three even or three odd heaps":
    P(h) iff h[1] mod 2 = h[2] mod 2 and h[2] mod 2 = h[3] mod 2
