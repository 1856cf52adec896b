ruleset "Yama Nim with a c-Wythoff twist"
source "KY24, Definition 8"

param c = 0 where c >= 0
heaps x, y

move yama(i) symmetric:
    (x, y) -> (x - i, y + 1)
    where 2 <= i

move wythoff(i, j):
    (x, y) -> (x - i, y - j)
    where 1 <= i, 1 <= j, |i - j| <= c
