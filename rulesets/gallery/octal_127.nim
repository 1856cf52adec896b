# Family: Taking and breaking
ruleset "The octal game 0.127"
source "Gangolli and Plambeck, A note on periodicity in some octal games, Internat. J. Game Theory 18 (1989) 311-320"

heaps n
octal "0.127"

theorem "Gangolli and Plambeck 1989: period 4, from 46578 on":
    grundy(n + 4) = grundy(n) where 46578 <= n

theorem "no earlier":
    grundy(46577 + 4) != grundy(46577)
