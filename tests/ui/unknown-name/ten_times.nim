heaps x, y
move m1(i): x -> x - i where 1 <= i <= 1 * limit
move m2(i): x -> x - i where 1 <= i <= 2 * limit
move m3(i): x -> x - i where 1 <= i <= 3 * limit
move m4(i): x -> x - i where 1 <= i <= 4 * limit
move m5(i): x -> x - i where 1 <= i <= 5 * limit
move n1(j): y -> y - j where 1 <= j <= 1 * limit
move n2(j): y -> y - j where 1 <= j <= 2 * limit
move n3(j): y -> y - j where 1 <= j <= 3 * limit
move n4(j): y -> y - j where 1 <= j <= 4 * limit
move n5(j): y -> y - j where 1 <= j <= 5 * limit
