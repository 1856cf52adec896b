sequence a(k) = k / 2
heaps x
move take(i): x -> x - i where 1 <= i
