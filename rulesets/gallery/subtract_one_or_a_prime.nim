# Family: Subtraction games
ruleset "Subtract one or a prime"
source "a folklore problem of competitions; no multiple of four may be taken"

heaps n

move take(i):
    n -> n - i
    where i = 1 or prime(i), 1 <= i

claim "values":
    grundy(n) = n mod 4
