# Family: Taking and breaking
ruleset "The octal game 0.56"
source "Gangolli and Plambeck, A note on periodicity in some octal games, Internat. J. Game Theory 18 (1989) 311-320"

heaps n
octal "0.56"

# Gangolli and Plambeck: the period is 144, from 326640 on. Claims do not reach so far; `nimdsl periods FILE --up-to 800000` proves it.
claim "the first values":
    grundy(1) = 1 and grundy(2) = 0 and grundy(3) = 2 and grundy(4) = 2
