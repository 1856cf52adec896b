# Family: Taking and breaking
ruleset "Grundy's game"
source "Grundy, Mathematics and games, 1939"

heaps n

move part:
    n -> (a, b)
    where a + b = n, 1 <= a < b

# Whether values are periodic is open.
claim "Winning Ways, chapter 4, the first values":
    grundy(1) = 0
        and grundy(2) = 0
        and grundy(3) = 1
        and grundy(4) = 0
        and grundy(5) = 2
        and grundy(6) = 1
        and grundy(7) = 0
        and grundy(8) = 2

claim "the first lost heaps":
    P(n) iff n in {0, 1, 2, 4, 7, 10, 20, 23, 26, 50, 53} where n <= 60
