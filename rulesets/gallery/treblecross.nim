# Family: Taking and breaking
ruleset "Treblecross"
source "Winning Ways, chapter 4"

# Noughts and crosses on one row, in which both write crosses, and three in a row win: a cross takes five squares.
# The row of m squares is the heap m + 2.
heaps n

octal "0.007"

# Whether values are periodic is open.
claim "a row of squares is lost where the heap m + 2 has value 0":
    P(n) iff n in {0, 1, 2, 8, 14, 24, 32, 34, 46} where n <= 50
