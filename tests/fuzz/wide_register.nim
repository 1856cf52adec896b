heaps x
register q in 0..2147483647
move a(i): x -> x - i where 1 <= i
claim "c": P(x; q) iff x = 0
