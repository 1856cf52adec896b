# Family: Circular Nim and Nim on complexes
ruleset "Nim on a simplicial complex"
source "Ehrenborg and Steingrímsson, Playing Nim on a simplicial complex, Electron. J. Combin. 3 (1996) R9"

# From heaps that form a face; F lists the facets. Here they are the boundary of a tetrahedron.
param n = 4
param F = {(1, 2, 3), (1, 2, 4), (1, 3, 4), (2, 3, 4)}
heaps h[n]

move take(i[A]) for e in F, A = h[e]:
    A -> A - i
    where 0 <= i, 1 <= sum(i)

theorem "the boundary of a simplex: all heaps are equal":
    P(h) iff (forall k in 2..n: h[k] = h[1])
