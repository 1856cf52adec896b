ruleset "parameters behind the colon"
param c = 2 where c >= 1
heaps n
move take(i): n -> n - i where 1 <= i <= c
claim "multiples": for c >= 1: P(n) iff n mod (c + 1) = 0
