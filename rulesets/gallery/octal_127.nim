# Family: Taking and breaking
ruleset "The octal game 0.127"
source "Gangolli and Plambeck, A note on periodicity in some octal games, Internat. J. Game Theory 18 (1989) 311-320"

heaps n
octal "0.127"

# Claims reach to heaps of 48000; `nimdsl periods FILE --up-to 100000` proves the period.
theorem "Gangolli and Plambeck 1989: period 4, from 46578 on, on the table":
    forall m in 46578..47900: grundy(m + 4) = grundy(m)

theorem "no earlier":
    grundy(46577 + 4) != grundy(46577)
