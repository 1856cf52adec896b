# Family: One heap, number theory
ruleset "Subtract a smaller number without a common divisor"
source "Iannucci and Larsson, Game values of arithmetic functions, 2021 (arXiv 2101.07608); Prim in Winning Ways"

heaps n

move take(i):
    n -> n - i
    where 1 <= i < n, gcd(i, n) = 1

theorem "the number of the least prime that divides the heap":
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

claim "for all heaps, its least prime has the same value":
    forall p in 2..n:
        prime(p) and p divides n and (forall q in 2..p - 1: not q divides n) implies grundy(n) = grundy(p)
