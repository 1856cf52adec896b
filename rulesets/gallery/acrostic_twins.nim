# Family: Turning coins
ruleset "Acrostic Twins"
source "Winning Ways, chapter 14"

# Two coins in a row or in a column are turned, the one that is farther out from heads to tails. Rows and columns are counted from 0.
heaps x, y

move row(i):
    x -> x - i
    where 1 <= i

move column(i):
    y -> y - i
    where 1 <= i

theorem "Winning Ways: nim-addition":
    grundy(x, y) = x xor y
