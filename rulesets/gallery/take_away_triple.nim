# Family: Dynamic games
ruleset "Take at most three times what the opponent took"
source "Schwenk, Take-away games, Fibonacci Quart. 8 (1970) 225-234"

# q is no heap: at most q of the n tokens may be taken.
heaps n, q
measure n

move take(i):
    (n, q) -> (n - i, 3 * i)
    where 1 <= i <= q

# H(k + 1) is H(k) + H(j) with the least j for which H(k) <= 3 H(j): j = k - 3 from k = 4 on.
sequence H(k) = H(k - 1) + H(k - 4) from H(0) = 1, H(1) = 2, H(2) = 3, H(3) = 4, H(4) = 6

theorem "Schwenk 1970, f(t) = 3 t: who may not take all loses at 1, 2, 3, 4, 6, 8, 11, 15, ...":
    P(n, q) iff (exists k >= 0: n = H(k)) where q = n - 1, 1 <= n
