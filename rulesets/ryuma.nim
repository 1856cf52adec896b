ruleset "Ryūma Nim"
source "SRT, section 2 (named there; the piece of shōgi, a bishop that also moves as a king)"

heaps x, y

move bishop(i):
    (x, y) -> (x - i, y - i)
    where 1 <= i

move king symmetric:
    x -> x - 1
