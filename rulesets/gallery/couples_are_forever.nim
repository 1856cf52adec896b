# Family: Taking and breaking
ruleset "Couples are forever"
source "Guy and Nowakowski, Unsolved problems in combinatorial games"

# Any heap but one of two tokens is parted into two. Whether values are periodic is open.
heaps n

move part:
    n -> (a, b)
    where a + b = n, 1 <= a <= b, n != 2

claim "the first lost heaps":
    P(n) iff n in {0, 1, 2, 5, 13, 21, 31, 47} where n <= 60
