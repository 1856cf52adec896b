ruleset "A variable of a claim that runs through nothing"
heaps x, y
move take(i) symmetric: x -> x - i where 1 <= i
claim "no range": forall k != 3: grundy(k, k) = 0
claim "no list": exists k not in {1, 2}: k = x
