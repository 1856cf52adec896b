# Family: Taking and breaking
ruleset "Kayles"
source "Dudeney 1908; Guy and Smith, The G-values of various games, 1956"

# A ball knocks down one pin of a row, or two that stand side by side.
heaps n

move knock(i):
    n -> (a, b)
    where i in {1, 2}, a + b = n - i, a <= b

theorem "Guy and Smith 1956":
    grundy(n + 12) = grundy(n) where 71 <= n

theorem "Winning Ways, chapter 4: only the empty row is lost":
    P = {0}
