ruleset "Nim"
source "Bouton 1901"

param n = 2 where n >= 1
heaps h[n]

move take(i) for each a in h:
    a -> a - i
    where 1 <= i
