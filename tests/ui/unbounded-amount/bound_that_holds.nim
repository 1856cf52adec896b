ruleset "Differences of squares"
heaps n
move take(a, b): n -> n - (a * a - b * b) where 0 <= b and b < a
