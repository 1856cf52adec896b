# Family: Subtraction games
ruleset "Subtract one or a prime"
source "a folklore problem of competitions; no multiple of four may be taken"

# The primes are listed, and the heaps end with the list.
heaps n
positions where n < 200
let one_or_prime = {1, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83,
    89, 97, 101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173, 179, 181, 191, 193,
    197, 199}

move take(i):
    n -> n - i
    where i in one_or_prime

claim "values":
    grundy(n) = n mod 4
