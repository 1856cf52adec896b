# Family: Taking and breaking
ruleset "The octal game 0.055"
source "Guy and Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956) 514-526"

heaps n
octal "0.055"

theorem "Guy and Smith 1956: period 148, from 259 on":
    grundy(n + 148) = grundy(n) where 259 <= n

theorem "no earlier":
    grundy(258 + 148) != grundy(258)
