# Family: Chomp and chocolate
ruleset "Rectangular chocolate bar with a bitter square"
source "Robin, A poisoned chocolate problem, Math. Gaz. 73 (1989) 341-343"

# The bar is broken along a line, and the part without the bitter square is eaten: a, b, c, d lines are left of it, right, above and below.
heaps a, b, c, d

move break(i) symmetric:
    a -> a - i
    where 1 <= i

theorem "Nim with four heaps":
    grundy(a, b, c, d) = a xor b xor c xor d
