ruleset "Treblecross"
source "Winning Ways, chapter 4"

# Noughts and crosses on one row, in which both write crosses, and three in a row win: a cross takes five squares.
# The row of m squares is the heap m + 2.
heaps n

octal "0.007"
