# Family: Taking and breaking
ruleset "The octal game 0.123"
source "Plambeck, Taming the wild in impartial combinatorial games, Integers 5 (2005) G5"

# Plambeck 2005: its misère quotient has 20 elements, and those of heaps repeat with period 5 from heap 5 on: `nimdsl misere` proves both.
heaps n
octal "0.123"

theorem "values: period 5, from 5 on":
    grundy(n + 5) = grundy(n) where 5 <= n
