# Family: Turning coins
ruleset "Turning Turtles"
source "Lenstra; Winning Ways, chapter 14"

# Coin n is turned from heads to tails, and up to one coin left of it is turned as well. Coins are counted from 1; 0 is no coin.
heaps n

move turn:
    n -> n'
    where n' < n

theorem "Winning Ways: a coin is a heap of Nim":
    grundy(n) = n
