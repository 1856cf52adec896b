ruleset "Wythoff Nim"
source "Wythoff 1907; SRT, section 1"

heaps x, y

move rook(i) symmetric:
    x -> x - i
    where 1 <= i

move bishop(i):
    (x, y) -> (x - i, y - i)
    where 1 <= i
