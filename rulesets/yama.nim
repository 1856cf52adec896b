ruleset "Yama Nim"
source "KY24, Definition 3"

heaps x, y

move yama(i) symmetric:
    (x, y) -> (x - i, y + 1)
    where 2 <= i <= x

theorem "Theorem 1":
    grundy(x, y) = cases { 0 if |x - y| <= 1; min(x, y) + 1 otherwise }

theorem "Corollary 1" misere:
    P = {(x, y) where min(x, y) = 0, 2 <= max(x, y)}
