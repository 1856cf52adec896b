# Family: Taking and breaking
ruleset "Officers"
source "Winning Ways, chapter 4"

# One token is taken from a heap, and what is left stays together or is parted into two heaps, and is not nothing. Whether values are periodic is open.
heaps n
octal "0.6"

claim "the first values":
    grundy(1) = 0
        and grundy(2) = 1
        and grundy(3) = 2
        and grundy(4) = 0
        and grundy(5) = 1
        and grundy(6) = 2
        and grundy(7) = 3
