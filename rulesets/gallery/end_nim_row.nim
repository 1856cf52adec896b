# Family: Nim and its relatives
ruleset "End-Nim with a row of n heaps"
source "Albert and Nowakowski, The game of End-Nim, Electron. J. Combin. 8(2) (2001) R1"

# From a heap at one of the ends. An empty heap at an end is gone.
param n = 4 where n >= 1
heaps h[n]

move take(i) for k in 1..n:
    h[k] -> h[k] - i
    where 1 <= i, (forall l in 1..k - 1: h[l] = 0) or (forall l in k + 1..n: h[l] = 0)

theorem "Albert and Nowakowski 2001, three heaps: lost are equal ends and another middle" for n in {3}:
    P(h) iff h[1] = h[3] and h[2] != h[1] where forall k in 1..n: 1 <= h[k]

claim "evenly many heaps that read the same from both ends are lost" for n in {2, 4}:
    P(h) where forall k in 1..n: h[k] = h[n + 1 - k]
