# Family: Nim and its relatives
ruleset "Odd-or-even Nim: a Muller twist"
source "Smith and Stănică, Comply/constrain games or games with a Muller twist, Integers 2 (2002)"

# Who moves says whether the next player takes an odd or an even number: q is 1 for odd, 0 for even.
heaps x, y
register q in 0..1

move take(i, c) symmetric:
    (x, y; q) -> (x - i, y; c)
    where 1 <= i, i mod 2 = q, 0 <= c <= 1

claim "even next: lost are equal heaps, and 2 m with 2 m + 1":
    P(x, y; q) iff x = y or (|x - y| = 1 and min(x, y) mod 2 = 0) where q = 0

claim "odd next: lost are equal even heaps":
    P(x, y; q) iff x = y and x mod 2 = 0 where q = 1
