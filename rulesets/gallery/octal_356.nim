# Family: Taking and breaking
ruleset "The octal game 0.356"
source "Winning Ways, chapter 4; Guy and Nowakowski, Unsolved problems in combinatorial games"

heaps n
octal "0.356"

# By the theorem of Guy and Smith, these 7461 equalities make the period sure.
theorem "period 142, from 7315 on":
    forall m in 7315..14775: grundy(m + 142) = grundy(m)

theorem "no earlier":
    grundy(7314 + 142) != grundy(7314)
