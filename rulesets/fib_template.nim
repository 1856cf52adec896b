ruleset "Triangular Nim with a bounded twist"
source "the template of experiments/fib_search.ron"

param m = 0
param a = 2
param b = -1
param e = 0
heaps x, y

move triangular(i, j) symmetric:
    (x, y) -> (x - i, y + j)
    where 2 <= i, 1 <= j < i

move twist(i, j) symmetric:
    (x, y) -> (x - i, y - j)
    where 0 <= i, 0 <= j, 1 <= i + j, x <= y, x' <= y', m <= j - i, j - i < a * x' + b * y' + e
