let f(m) = cases { 1 if m = 0; 2 if m = 1 }
heaps x, y
move take(i): x -> x - i where 1 <= i <= f(x)
