param c = 0
heaps x
measure x
move take(i): x -> x - i where 1 <= i <= 2, x < 300
move up: x -> x + 1 where x = 300, c = 50
move down: x -> x - 1 where x = 301, c = 50
claim "a" for c in 50..50: P(x) iff x < 300 and x mod 3 = 0 or x = 300 or 301 < x
