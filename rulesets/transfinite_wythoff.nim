ruleset "Transfinite Wythoff Nim"
source "KY24, Definition 12 (the diagonal move is printed without x' < x, which the text after it needs)"

heaps x, y below omega^2

move rook symmetric:
    (x, y) -> (x', y)
    where x' < x

move bishop:
    (x, y) -> (x', y')
    where x' < x, y' < y, x + y' = y + x'

sequence A(n) = floor(n * phi)
sequence B(n) = A(n) + n

# Coefficient by coefficient a P-position of finite Wythoff Nim, each in either order.
theorem "Theorem 8, Wythoff":
    P = sym {(omega * A(m) + A(n), omega * B(m) + B(n)) for m >= 0, n >= 0}
        union sym {(omega * A(m) + B(n), omega * B(m) + A(n)) for m >= 0, n >= 0}
