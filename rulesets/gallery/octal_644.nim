# Family: Taking and breaking
ruleset "The octal game 0.644"
source "Austin, Impartial and partisan games, 1976"

heaps n
octal "0.644"

theorem "Austin 1976: period 442, from 3256 on":
    grundy(n + 442) = grundy(n) where 3256 <= n

theorem "no earlier":
    grundy(3255 + 442) != grundy(3255)
