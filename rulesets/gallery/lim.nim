# Family: Nim and its relatives
ruleset "Lim"
source "Fink, Fraenkel and Santos, LIM is not slim, Internat. J. Game Theory 43 (2014) 269-281"

# The same number of tokens goes from two heaps, and is put on the third.
heaps x, y, z

move lim(i) symmetric:
    (x, y, z) -> (x - i, y - i, z + i)
    where 1 <= i

theorem "Fink, Fraenkel and Santos 2014":
    grundy(x, y, z) = (x + y + z - (x xor y xor z)) / 2

claim "lost where no two heaps have a binary digit 1 at the same place":
    P(x, y, z) iff x xor y xor z = x + y + z
