# Family: Taking and breaking
ruleset "The octal game 0.055"
source "Guy and Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956) 514-526"

heaps n
octal "0.055"

# By the theorem of Guy and Smith, these 411 equalities make the period sure.
theorem "Guy and Smith 1956: period 148, from 259 on":
    forall m in 259..669: grundy(m + 148) = grundy(m)

theorem "no earlier":
    grundy(258 + 148) != grundy(258)
