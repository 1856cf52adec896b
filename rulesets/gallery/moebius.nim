# Family: Turning coins
ruleset "Moebius"
source "Winning Ways, chapter 14"

# Up to five coins are turned, the rightmost from heads to tails. Coins are counted from 1; 0 is no coin.
heaps n
positions where n <= 24  # so many coins are in the row

move turn:
    n -> (a, b, c, d)
    where a <= b, b <= c, c <= d, d < n

sequence value = [0, 1, 2, 4, 8, 16, 31, 32, 64, 103, 128, 171, 213, 256, 301, 342, 439, 475, 494]

claim "the first eighteen coins":
    grundy(n) = value(n) where n <= 18
