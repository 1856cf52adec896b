param S = {1..1000000}
heaps x
move take(i): x -> x - i where 1 <= i, i in S
