# Family: Taking and breaking
ruleset "The octal game 0.356"
source "Winning Ways, chapter 4; Guy and Nowakowski, Unsolved problems in combinatorial games"

heaps n
octal "0.356"

theorem "period 142, from 7315 on":
    grundy(n + 142) = grundy(n) where 7315 <= n

theorem "no earlier":
    grundy(7314 + 142) != grundy(7314)
