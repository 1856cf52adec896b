ruleset "Rectangular Nim, as printed"
source "SRT, section 5.1: up to p tokens from the first heap, up to q from the second"

param p = 1 where p >= 1
param q = 2 where q >= 1
heaps x, y

move rectangle(i, j):
    (x, y) -> (x - i, y - j)
    where 0 <= i <= p, 0 <= j <= q, 1 <= i + j

# Fewer than p, fewer than q tokens make it true, as in Square Nim, which it is said to generalise. Damage to our copy: no, the printed table has the
# sets {1} and {1, 2} and the periods 2 and 3.
refuted "Theorem 5.1" at (0, 0):
    grundy(x + p, y + q) = grundy(x, y)

# The least case. Damage to our copy: no.
refuted "Theorem 5.1, p = q = 1" at (0, 0) for p in {1}, q in {1}:
    grundy(x + p, y + q) = grundy(x, y)

let row(x, y) = cases { x + y if x + y < x * (q + 1); x * (q + 1) + (x + y) mod (q + 1) otherwise }
let column(x, y) = cases { x + y if x + y < y * (p + 1); y * (p + 1) + (x + y) mod (p + 1) otherwise }

claim "all values" for p >= 1, q >= 1:
    grundy(x, y) = cases {
        row(x mod (p + 1), y - (q + 1) * floor(x / (p + 1))) if floor(x / (p + 1)) <= floor(y / (q + 1));
        column(x - (p + 1) * floor(y / (q + 1)), y mod (q + 1)) otherwise
    }

claim "Theorem 5.1, corrected" for p >= 1, q >= 1:
    grundy(x + p + 1, y + q + 1) = grundy(x, y)
