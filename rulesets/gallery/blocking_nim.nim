# Family: Nim and its relatives
ruleset "Nim with two heaps, where one option may be forbidden"
source "Smith and Stănică, Comply/constrain games or games with a Muller twist, Integers 2 (2002)"

play blocking 1
heaps x, y

move take(i) symmetric:
    x -> x - i
    where 1 <= i

claim "lost are no tokens, and heaps that differ by 1":
    P = {(0, 0)} union {(x, y) where |x - y| = 1}
