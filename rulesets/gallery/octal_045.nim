# Family: Taking and breaking
ruleset "The octal game 0.45"
source "Winning Ways, chapter 4; Guy and Nowakowski, Unsolved problems in combinatorial games"

heaps n
octal "0.45"

# By the theorem of Guy and Smith, these 521 equalities make the period sure.
theorem "period 20, from 498 on":
    forall m in 498..1018: grundy(m + 20) = grundy(m)

theorem "no earlier":
    grundy(497 + 20) != grundy(497)
