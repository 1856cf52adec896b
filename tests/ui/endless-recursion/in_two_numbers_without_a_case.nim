let C(n, k) = cases { 1 if k = 0; C(n - 1, k - 1) + C(n - 1, k) otherwise }
heaps x, y
move take(i): x -> x - i where 1 <= i <= y
claim "C": C(x, 0) = 1
