heaps x,y
move m1(i,j)(x,y)->(x- i, - j) where 1 <= i, -4611686018427387904 <= j , total < (j) mod 2 