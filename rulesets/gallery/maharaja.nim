# Family: Pieces that go to a corner
ruleset "Maharaja Nim"
source "Larsson and Wästlund, Maharaja Nim, Wythoff's queen meets the knight, Integers 14 (2014) G5"

heaps x, y

move rook(i) symmetric:
    x -> x - i
    where 1 <= i

move bishop(i):
    (x, y) -> (x - i, y - i)
    where 1 <= i

move knight symmetric:
    (x, y) -> (x - 1, y - 2)

# The theorem says "bounded"; 4 is what the table shows.
claim "Larsson and Wästlund 2014: P-positions are within a bounded distance of the lines of slope phi":
    y - phi * x <= 4 and phi * x - y <= 4 where x <= y, P(x, y)

claim "the first P-positions":
    P(x, y) iff (x, y) in sym {(0, 0), (1, 3), (2, 6), (4, 5), (7, 10), (8, 13), (9, 16), (11, 19), (12, 18)}
        where max(x, y) <= 19
