# Family: Taking and breaking
ruleset "The octal game 0.45"
source "Guy and Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956) 514-526"

heaps n
octal "0.45"

# By the theorem of Guy and Smith, these 521 equalities make the period sure.
theorem "Guy and Smith 1956: period 20, from 498 on":
    forall m in 498..1018: grundy(m + 20) = grundy(m)

theorem "no earlier":
    grundy(497 + 20) != grundy(497)
