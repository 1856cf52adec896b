# Family: Dynamic games
ruleset "Take no more than the opponent"
source "Schwenk, Take-away games, Fibonacci Quart. 8 (1970) 225-234"

# q is no heap: at most q of the n tokens may be taken.
heaps n, q
measure n

move take(i):
    (n, q) -> (n - i, i)
    where 1 <= i <= q

theorem "Schwenk 1970, f(t) = t: who may not take all loses at powers of two":
    P(n, q) iff (exists k >= 0: n = 2^k) where q = n - 1, 1 <= n

claim "odd heaps are lost only where nothing may be taken":
    P(n, q) iff q = 0 where n mod 2 = 1

claim "even heaps are halved":
    P(n, q) iff P(n / 2, floor(q / 2)) where n mod 2 = 0
