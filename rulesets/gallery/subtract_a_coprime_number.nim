# Family: One heap, number theory
ruleset "Subtract a smaller number without a common divisor"
source "Iannucci and Larsson, Game values of arithmetic functions, 2021 (arXiv 2101.07608); Prim in Winning Ways"

# i has no divisor in common with n where some multiple of it leaves 1 when divided by n. That is slow: heaps end at 300.
heaps n
positions where n <= 300

move take(i, u):
    n -> n - i
    where 1 <= i < n, 1 <= u < n, i * u mod n = 1

theorem "the number of the least prime that divides the heap, if it is 13 or less":
    grundy(n) = cases {
        0 if n <= 1;
        1 if n mod 2 = 0;
        2 if n mod 3 = 0;
        3 if n mod 5 = 0;
        4 if n mod 7 = 0;
        5 if n mod 11 = 0;
        6 otherwise
    }
        where n = 1
                or n mod 2 = 0
                or n mod 3 = 0
                or n mod 5 = 0
                or n mod 7 = 0
                or n mod 11 = 0
                or n mod 13 = 0
