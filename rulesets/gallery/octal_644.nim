# Family: Taking and breaking
ruleset "The octal game 0.644"
source "Austin, Impartial and partisan games, 1976"

heaps n
octal "0.644"

# By the theorem of Guy and Smith, these 3702 equalities make the period sure.
theorem "Austin 1976: period 442, from 3256 on":
    forall m in 3256..6957: grundy(m + 442) = grundy(m)

theorem "no earlier":
    grundy(3255 + 442) != grundy(3255)
