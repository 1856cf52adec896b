heaps x, y
move a(i) symmetric: x -> x - i where 1 <= i <= x, divides(i, x), primes(i)
move b(i): y -> y - i where 1 <= i <= y, i ∣ y
