ruleset "a claim without a colon"
heaps n
move take(i): n -> n - i where 1 <= i <= 3
claim "fours" P(n) iff n mod 4 = 0
