# Family: Taking and breaking
ruleset "Cutting a cake"
source "an impartial form of Cutcake, Winning Ways, chapter 2"

# A cake of x by y is cut along a line into two, both of which stay in play.
heaps x, y

move down:
    (x, y) -> (a, y) + (x - a, y)
    where 1 <= a < x

move across:
    (x, y) -> (x, b) + (x, y - b)
    where 1 <= b < y

positions where 1 <= x, 1 <= y

claim "every play has x y - 1 moves":
    grundy(x, y) = (x * y - 1) mod 2
