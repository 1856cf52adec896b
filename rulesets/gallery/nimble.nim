# Family: Nim and its relatives
ruleset "Nimble"
source "Ferguson, Game Theory, part I"

# Coins on a strip go to lower squares; any number of them may be on a square.
heaps x, y, z

move slide(i) symmetric:
    x -> x - i
    where 1 <= i

theorem "a coin is a heap of Nim":
    grundy(x, y, z) = x xor y xor z
