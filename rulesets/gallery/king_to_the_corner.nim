# Family: Pieces that go to a corner
ruleset "A king goes to the corner"
source "a folklore exercise"

heaps x, y

move step symmetric:
    x -> x - 1

move diagonal:
    (x, y) -> (x - 1, y - 1)

claim "values":
    grundy(x, y) = cases {
        0 if x mod 2 = 0, y mod 2 = 0;
        2 if x mod 2 = 1, y mod 2 = 1;
        1 if min(x, y) mod 2 = 0;
        3 otherwise
    }
