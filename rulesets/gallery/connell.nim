# Family: Wythoff's game and its relatives
ruleset "Connell's generalisation of Wythoff's game"
source "Connell, A generalization of Wythoff's game, Canad. Math. Bull. 2 (1959) 181-190"

param b = 2 where b >= 1
heaps x, y

move rook(i) symmetric:
    x -> x - b * i
    where 1 <= i

move bishop(i):
    (x, y) -> (x - i, y - i)
    where 1 <= i

# floor(n alpha) with alpha = (2 - b + sqrt(b^2 + 4)) / (2 b).
sequence A(n) = floor((n * (2 - b) + floor(sqrt((b * b + 4) * n * n))) / (2 * b))

theorem "Connell 1959" for b in 1..3:
    P = sym {(A(n), A(n) + n) for n >= 0}
