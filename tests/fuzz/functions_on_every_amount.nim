let e(m) = cases { m if m <= 0; max(m - 3, 0) otherwise }
heaps x, y
register q in 0..1
move m0(i) for each a in (x, y): a -> a - i where 1 <= i, e(min(abs((i) mod 9), 3)) in {5, 1..3}, ((y != 2 implies i = i (mod 3)) or floor(sqrt(abs(i))) < i + 5)
