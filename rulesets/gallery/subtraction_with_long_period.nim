# Family: Subtraction games
ruleset "Subtraction games with long periods"
source "Althöfer and Bültermann, Superlinear period lengths in some subtraction games, Theoret. Comput. Sci. 148 (1995) 111-119"

param a = 1 where a >= 1
heaps n

move take(i):
    n -> n - i
    where i = a or i = 4 * a or i = 12 * a + 1 or i = 16 * a + 1

theorem "Althöfer and Bültermann 1995" for a in 1..4:
    P(n + 56 * a^3 + 52 * a^2 + 9 * a + 1) iff P(n)

claim "the values have the same period from 331 on" for a in 1..4:
    grundy(n + 56 * a^3 + 52 * a^2 + 9 * a + 1) = grundy(n) where 331 <= n
