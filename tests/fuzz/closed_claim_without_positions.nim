ruleset "A claim that names no position is false also where a game has none"
heaps x
positions where 7 <= 2
move take(i): x -> x - i where 1 <= i
claim "true": exists n >= 5: n = 7
claim "false": exists n >= 5: 2 = n + 4 and N(n)
