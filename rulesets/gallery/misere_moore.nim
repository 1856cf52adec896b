# Family: Nim and its relatives
ruleset "Moore's Nim, misère"
source "Moore, A generalization of the game called Nim, Ann. of Math. 11 (1910) 93-94"

extends "../moore.nim"

claim "as in normal play while some heap has two tokens" misere for n in {3}, k in {2}:
    P(h)
        iff (2 <= max(h) and (forall j >= 0: sum(digit(2, j, a) for a in h) = 0 (mod k + 1)))
            or (max(h) <= 1 and sum(h) = 1 (mod k + 1))
