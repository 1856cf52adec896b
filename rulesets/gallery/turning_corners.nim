# Family: Turning coins
ruleset "Turning Corners: nim-multiplication"
source "Conway, On Numbers and Games, 1976; Winning Ways, chapter 14"

# The four corners of a rectangle are turned, the last one from heads to tails. Rows and columns are counted from 0.
heaps x, y

move corner:
    (x, y) -> (a, b) + (a, y) + (x, b)
    where a < x, b < y

theorem "the nim-product is commutative, 0 is its zero and 1 its one":
    grundy(x, y) = grundy(y, x) and grundy(0, y) = 0 and grundy(1, y) = y where x <= 40, y <= 40

theorem "the product of a Fermat power and a smaller number is ordinary":
    grundy(2, 1) = 2 and grundy(x, 4) = 4 * x and grundy(x, 16) = 16 * x where x < 4, y = 0

theorem "the square of a Fermat power is three halves of it":
    grundy(2, 2) = 3 and grundy(4, 4) = 6 and grundy(16, 16) = 24

theorem "the numbers below 4 and below 16 are fields":
    x < 4 and y < 4 implies grundy(x, y) < 4 where x < 16, y < 16
