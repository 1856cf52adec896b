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
    forall a in 0..15:
        grundy(a, 16) = 16 * a
            and (a < 4 implies grundy(a, 4) = 4 * a)
            and (a < 2 implies grundy(a, 2) = 2 * a)

theorem "the square of a Fermat power is three halves of it":
    grundy(2, 2) = 3 and grundy(4, 4) = 6 and grundy(16, 16) = 24

theorem "products of numbers below 2, 4 and 16 stay below":
    grundy(x, y) < 16
        and (x < 4 and y < 4 implies grundy(x, y) < 4)
        and (x < 2 and y < 2 implies grundy(x, y) < 2)
        where x < 16, y < 16

theorem "the product is associative and distributes over the nim-sum":
    forall a in 0..15:
        grundy(grundy(x, y), a) = grundy(x, grundy(y, a))
            and grundy(x, y xor a) = grundy(x, y) xor grundy(x, a)
        where x < 16, y < 16
