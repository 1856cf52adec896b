# Family: Taking and breaking
ruleset "Lasker's Nim"
source "Lasker, Brettspiele der Voelker, 1931"

heaps n

move take(i):
    n -> n - i
    where 1 <= i

move part:
    n -> (a, b)
    where a + b = n, 1 <= a <= b

theorem "Winning Ways, chapter 4":
    grundy(n + 4) = grundy(n) + 4 where 1 <= n

theorem "Winning Ways, chapter 4, the first values":
    grundy(1) = 1 and grundy(2) = 2 and grundy(3) = 4 and grundy(4) = 3
