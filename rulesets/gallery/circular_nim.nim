# Family: Circular Nim and Nim on complexes
ruleset "Circular Nim CN(n, m)"
source "Dufour and Heubach, Circular Nim games, Electron. J. Combin. 20(2) (2013) P22"

# From up to m neighbours of n heaps on a circle.
param n = 6 where n >= 1
param m = 3 where m >= 1
heaps h[n]

move take(i[A]) for k in 1..n cyclic, A = h[k..k + m - 1]:
    A -> A - i
    where 0 <= i, 1 <= sum(i)

theorem "CN(n, 1) is Nim" for n in 1..4, m in {1}:
    P(h) iff xor(h) = 0

theorem "Dufour and Heubach 2013, CN(n, n - 1): all heaps are equal" for n in 3..5, m = n - 1:
    P(h) iff (forall k in 1..n: h[k] = h[1])

theorem "Dufour and Heubach 2013, CN(4, 2): opposite heaps are equal" for n in {4}, m in {2}:
    P(h) iff (forall k in 1..n cyclic: h[k] = h[k + 2])

theorem "Dufour and Heubach 2013, CN(5, 3): beside an empty heap two equal ones, each as large as the other two"
        for n in {5}, m in {3}:
    P(h) iff (exists k in 1..n cyclic: h[k] = 0 and h[k + 1] = h[k + 4] and h[k + 1] = h[k + 2] + h[k + 3])

theorem "Dufour and Heubach 2013, CN(6, 3): neighbours are as large as those opposite" for n in {6}, m in {3}:
    P(h) iff (forall k in 1..n cyclic: h[k] + h[k + 1] = h[k + 3] + h[k + 4])
