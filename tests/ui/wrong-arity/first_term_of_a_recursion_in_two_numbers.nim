sequence s(n, k) = s(n - 1, k) + k from s(0) = 1
heaps x, y
move take(i): x -> x - i where 1 <= i <= s(x, 1)
