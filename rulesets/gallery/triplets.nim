# Family: Turning coins
ruleset "Triplets"
source "Winning Ways, chapter 14"

# Exactly three coins are turned, the rightmost from heads to tails. Coins are counted from 0.
heaps n
positions where n <= 100  # so many coins are in the row

move turn:
    n -> (a, b)
    where a < b, b < n

claim "two noughts, then the values of Mock Turtles":
    grundy(n) = grundy(n - 1) of "mock_turtles.nim" where 2 <= n

claim "the first coins":
    grundy(0) = 0 and grundy(1) = 0
