# Family: Taking and breaking
ruleset "Couples are forever"
source "Knuth, as told in Guy and Nowakowski, Unsolved problems in combinatorial games"

# Any heap but one of two tokens is parted into two. Whether values are periodic is open.
heaps n

move part:
    n -> (a, b)
    where a + b = n, 1 <= a <= b, n != 2
