ruleset "Triangular Nim with a c-Wythoff twist"
source "KY24, Definition 8"

param c = 0 where c >= 0
heaps x, y

move triangular(i, j) symmetric:
    (x, y) -> (x - i, y + j)
    where 2 <= i, 1 <= j < i

move wythoff(i, j):
    (x, y) -> (x - i, y - j)
    where 1 <= i, 1 <= j, |i - j| <= c

sequence a(k) = ((1 + c) * k^2 + (1 - c) * k) / 2

theorem "Theorem 5":
    P = {(0, 0)} union sym {(a(k), a(k + 1)) for k >= 0}
