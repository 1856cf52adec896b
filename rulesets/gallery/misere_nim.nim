# Family: Nim and its relatives
ruleset "Nim, misère"
source "Bouton, Nim, a game with a complete mathematical theory, Ann. of Math. 3 (1901) 35-39"

param n = 3 where n >= 1
heaps h[n]

move take(i) for each a in h:
    a -> a - i
    where 1 <= i

theorem "Bouton 1901" misere for n >= 1:
    P(h) iff (xor(h) = 0 and 2 <= max(h)) or (max(h) <= 1 and sum(h) mod 2 = 1)
