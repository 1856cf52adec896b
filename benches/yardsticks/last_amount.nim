ruleset "Not the same amount again"
heaps n
register r in 0..20
move take(i): (n, r) -> (n - i, i) where 1 <= i <= 20, i != r
