# Family: Nim and its relatives
ruleset "The Princess and the Roses with four bushes"
source "Winning Ways (The Princess and the Roses), after Schuh"

# A suitor brings one rose, or two roses of different bushes.
heaps h[4]

move take for each subset A of h:
    A -> A - 1
    where size(A) <= 2

claim "lost are four even bushes, and three odd ones with an even one that is smaller":
    P(h) iff min(h) mod 2 = 0 and count(a in h where a mod 2 = 1) in {0, 3}
