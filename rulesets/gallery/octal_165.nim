# Family: Taking and breaking
ruleset "The octal game 0.165"
source "Austin, Impartial and partisan games, 1976"

heaps n
octal "0.165"

# By the theorem of Guy and Smith, these 6735 equalities make the period sure.
theorem "Austin 1976: period 1550, from 5181 on":
    forall m in 5181..11915: grundy(m + 1550) = grundy(m)

theorem "no earlier":
    grundy(5180 + 1550) != grundy(5180)
