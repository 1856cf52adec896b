# Family: One heap, number theory
ruleset "Mark-t"
source "Fraenkel, Aperiodic subtraction games, Electron. J. Combin. 18(2) (2011) P19; Guo, Winning strategies for aperiodic subtraction games, Theoret. Comput. Sci. 421 (2012) 70-73"

param t = 3 where t >= 2
heaps n

move take(i):
    n -> n - i
    where 1 <= i < t

move divide:
    n -> floor(n / t)
    where 1 <= n

theorem "the P-positions are 0 and the numbers that end in an odd number of zeros in base t" for t in 2..6:
    P(n) iff n = 0 or (n mod t = 0 and N(n / t))
