# Family: Wythoff's game and its relatives
ruleset "Vector subtraction game: two from one heap and one from the other"
source "Golomb, A mathematical investigation of games of take-away, J. Combin. Theory 1 (1966) 443-458; Larsson, Hegarty and Fraenkel 2011"

param M = {(1, 2), (2, 1)}
heaps x, y

move take(i, j):
    (x, y) -> (x - i, y - j)
    where (i, j) in M

claim "the smaller heap counts modulo 3":
    grundy(x, y) = cases {
        0 if min(x, y) = 0 (mod 3) or (x = y and x = 1 (mod 3));
        2 if min(x, y) = 2 (mod 3) and 2 <= |x - y|;
        1 otherwise
    }
