ruleset "Take from s to t"
param s = 2 where s >= 1
param t = 4 where t >= 2
heaps n

move take(i):
    n -> n - i
    where s <= i <= t

claim "a" for s >= 1, t >= s:
    P(n) iff n mod (s + t) < s
