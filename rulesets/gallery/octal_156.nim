# Family: Taking and breaking
ruleset "The octal game 0.156"
source "Kenyon, A Nim-like game with period 349, 1967"

heaps n
octal "0.156"

# By the theorem of Guy and Smith, these 3832 equalities make the period sure.
theorem "Kenyon 1967: period 349, from 3479 on":
    forall m in 3479..7310: grundy(m + 349) = grundy(m)

theorem "no earlier":
    grundy(3478 + 349) != grundy(3478)
