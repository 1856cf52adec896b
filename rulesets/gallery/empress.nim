# Family: Pieces that go to a corner
ruleset "An empress goes to the corner"
source "a piece of fairy chess (rook and knight), played as in Wythoff's game"

heaps x, y

move rook(i) symmetric:
    x -> x - i
    where 1 <= i

move knight symmetric:
    (x, y) -> (x - 1, y - 2)

claim "the knight changes no P-position of two heaps of Nim":
    P(x, y) iff x = y
