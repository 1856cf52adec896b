# Family: Dynamic games
ruleset "Fibonacci Nim"
source "Whinihan, Fibonacci Nim, Fibonacci Quart. 1 (1963) 9-13"

# q is no heap: at most q of the n tokens may be taken, and the next player may take twice as many as were taken.
heaps n, q
measure n

move take(i):
    (n, q) -> (n - i, 2 * i)
    where 1 <= i <= q

sequence F(k) = F(k - 1) + F(k - 2) from F(0) = 0, F(1) = 1

theorem "Whinihan 1963: who may not take all loses at Fibonacci numbers":
    P(n, q) iff (exists k >= 2: n = F(k)) where q = n - 1, 1 <= n
