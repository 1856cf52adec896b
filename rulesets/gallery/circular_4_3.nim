# Family: Circular Nim and Nim on complexes
ruleset "Circular Nim CN(4, 3)"
source "Dufour and Heubach, Circular Nim games, Electron. J. Combin. 20(2) (2013) P22"

# Four heaps on a circle: from up to three neighbours, which are any three.
heaps h[4]

move take(i[A]) for each subset A of h:
    A -> A - i
    where size(A) <= 3, 1 <= i

theorem "Dufour and Heubach 2013, CN(n, n - 1): all heaps are equal":
    P(h) iff min(h) = max(h)
