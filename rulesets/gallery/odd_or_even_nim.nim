# Family: Nim and its relatives
ruleset "Odd-or-even Nim: a Muller twist"
source "Smith and Stanica, Comply/constrain games or games with a Muller twist, Integers 2 (2002) G4"

# Who moves says whether the next player takes an odd or an even number: q is 1 for odd, 0 for even.
heaps x, y
register q in 0..1

move take(i, c) symmetric:
    (x, y; q) -> (x - i, y; c)
    where 1 <= i, i mod 2 = q, 0 <= c <= 1
