ruleset "Four heaps, each with an eye on the next"
heaps a, b, c, d
move one(i): a -> a - i where 1 <= i, (a' + b) mod 3 != 1
move two(i): b -> b - i where 1 <= i, (b' + c) mod 3 != 1
move three(i): c -> c - i where 1 <= i, (c' + d) mod 3 != 1
move four(i): d -> d - i where 1 <= i, (d' + a) mod 3 != 1
