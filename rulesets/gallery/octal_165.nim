# Family: Taking and breaking
ruleset "The octal game 0.165"
source "Austin, Impartial and partisan games, 1976"

heaps n
octal "0.165"

theorem "Austin 1976: period 1550, from 5181 on":
    grundy(n + 1550) = grundy(n) where 5181 <= n

theorem "no earlier":
    grundy(5180 + 1550) != grundy(5180)
