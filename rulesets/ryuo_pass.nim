ruleset "Generalised Ryūō Nim with a pass"
source "RYU, section on a pass move"

param p = 3 where p >= 2
heaps x, y
register pass in 0..1

move rook(s) symmetric:
    x -> x - s
    where 1 <= s

move king(s, t):
    (x, y) -> (x - s, y - t)
    where 1 <= s, 1 <= t, s + t <= p - 1

move pass:
    pass -> 0
    where pass = 1, 1 <= total
