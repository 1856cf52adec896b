# Family: One heap, number theory
ruleset "UpMark"
source "a variation by Fraenkel of Mark (Aperiodic subtraction games, 2011), in which halves are rounded up"

heaps n

move one:
    n -> n - 1

move halve:
    n -> ceil(n / 2)
    where 2 <= n

claim "the first P-positions":
    P(n) iff n in {0, 2, 5, 7, 11, 15, 17, 19, 23, 25, 27, 31} where n < 33
