heaps x, y
move p0(i, j, k): x -> x - i where 1 <= (i, j, k) <= x, i != 0
move m1(i, j): (x, y) -> (x - i, y - j) where 1 <= i, 0 <= j , total < (j) mod 2 + 6
