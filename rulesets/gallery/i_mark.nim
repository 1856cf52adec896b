# Family: One heap, number theory
ruleset "i-Mark({1}, {2})"
source "Sopena, i-Mark, a new subtraction division game, Theoret. Comput. Sci. 627 (2016) 90-101"

# One token is taken, or a heap that can be halved is halved.
heaps n

move one:
    n -> n - 1

move halve:
    n -> floor(n / 2)
    where 1 <= n, n mod 2 = 0

claim "lost are 0, 2, and the odd heaps from 5 on":
    P(n) iff n in {0, 2} or (n mod 2 = 1 and 4 <= n)
