# Family: One heap, number theory
ruleset "Prim: subtract a number without a common divisor"
source "Winning Ways"

# i has no divisor in common with n where some multiple of it leaves 1 when divided by n. That is slow: heaps end at 300.
heaps n
positions where n <= 300

move take(i, u):
    n -> n - i
    where 1 <= i <= n, 1 <= u <= n, n = 1 or i * u mod n = 1

theorem "the number of the least prime that divides the heap, if it is 13 or less, and 0 for even heaps":
    grundy(n) = cases {
        0 if n mod 2 = 0;
        1 if n = 1;
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
