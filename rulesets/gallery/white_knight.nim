# Family: Pieces that go to a corner
ruleset "The White Knight"
source "Winning Ways, chapter 3"

# The knight makes the four of its eight moves that bring it nearer to the corner.
heaps x, y

move jump symmetric:
    (x, y) -> (x - 2, y - 1)

move turn symmetric:
    (x, y) -> (x - 2, y + 1)

claim "lost where both are 0 or 1 modulo 4":
    P(x, y) iff x mod 4 <= 1 and y mod 4 <= 1
