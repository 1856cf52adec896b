let C(n, k) = cases { 1 if k = 0 or k = n, C(n - 1, k - 1) + C(n - 1, k) otherwise }
heaps x
move take(i): x -> x - i where 1 <= i, C(x, i) mod 2 = 1
