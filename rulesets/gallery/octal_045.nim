# Family: Taking and breaking
ruleset "The octal game 0.45"
source "Winning Ways, chapter 4; Guy and Nowakowski, Unsolved problems in combinatorial games"

heaps n
octal "0.45"

theorem "period 20, from 498 on":
    grundy(n + 20) = grundy(n) where 498 <= n

theorem "no earlier":
    grundy(497 + 20) != grundy(497)
