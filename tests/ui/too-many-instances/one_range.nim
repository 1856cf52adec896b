param c = 1
heaps x
move take(i): x -> x - i where 1 <= i <= c
claim "a range that is too long" for c in 1..20000: grundy(x) = x mod (c + 1)
