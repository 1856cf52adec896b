ruleset "Generalised Ryūō Nim without the move (a, b)"
source "RYU, Theorem 2.1 (the theorem says that no such piece keeps the Grundy values of Ryūō Nim)"

param p = 3 where p >= 1
param a = 1 where a >= 0
param b = 1 where b >= 0
heaps x, y

move across(s):
    x -> x - s
    where 1 <= s, s != a or b != 0

move down(t):
    y -> y - t
    where 1 <= t, t != b or a != 0

move king(s, t):
    (x, y) -> (x - s, y - t)
    where 1 <= s, 1 <= t, s + t <= p - 1, s != a or t != b

theorem "RYU, Theorem 2.1, for a piece that lacks one move"
        for p >= 1, a >= 0, b >= 0
            where 1 <= a + b and (a = 0 or b = 0 or a + b <= p - 1):
    grundy(a, b) = 0 and a + b != 0
