# Family: Taking and breaking
ruleset "The octal game 0.156"
source "Kenyon, A Nim-like game with period 349, 1967"

heaps n
octal "0.156"

theorem "Kenyon 1967: period 349, from 3479 on":
    grundy(n + 349) = grundy(n) where 3479 <= n

theorem "no earlier":
    grundy(3478 + 349) != grundy(3478)
