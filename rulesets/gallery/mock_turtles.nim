# Family: Turning coins
ruleset "Mock Turtles"
source "Winning Ways, chapter 14"

# Coin n is turned from heads to tails, and up to two coins left of it are turned as well. Coins are counted from 1; 0 is no coin.
heaps n
positions where n <= 100  # so many coins are in the row

move turn:
    n -> (a, b)
    where a <= b, b < n

let ones(m) = cases { 0 if m = 0; ones(floor(m / 2)) + m mod 2 otherwise }

theorem "Winning Ways: the odious numbers":
    grundy(n) = 2 * (n - 1) + 1 - ones(n - 1) mod 2 where 1 <= n
