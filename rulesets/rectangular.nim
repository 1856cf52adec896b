ruleset "Rectangular Nim"
source "SRT, section 5.1, with fewer than p and fewer than q tokens, as its Theorem 5.1 and its figure need it"

param p = 2 where p >= 1
param q = 3 where q >= 1
heaps x, y

move rectangle(i, j):
    (x, y) -> (x - i, y - j)
    where 0 <= i < p, 0 <= j < q, 1 <= i + j

# The first p rows and the first q columns; with Theorem 5.1 these two strips are the whole table.
let row(x, y) = cases { x + y if x + y < x * q; x * q + (x + y) mod q otherwise }
let column(x, y) = cases { x + y if x + y < y * p; y * p + (x + y) mod p otherwise }

# Not in the paper, and what the rest follows from.
claim "all values" for p >= 1, q >= 1:
    grundy(x, y) = cases {
        row(x mod p, y - q * floor(x / p)) if floor(x / p) <= floor(y / q);
        column(x - p * floor(y / q), y mod q) otherwise
    }

theorem "Theorem 5.1" for p >= 1, q >= 1:
    grundy(x + p, y + q) = grundy(x, y)

theorem "section 5.1, rows are periodic" for p >= 1, q >= 1:
    forall m >= 0: exists a >= 0: forall n >= a: grundy(m, n + q) = grundy(m, n)

# The second formula is printed with n + q where m + p is meant; as printed it holds too.
theorem "section 5.1, columns are periodic" for p >= 1, q >= 1:
    forall n >= 0: exists b >= 0: forall m >= b: grundy(m + p, n) = grundy(m, n)

theorem "section 5.1, columns are periodic, as printed" for p >= 1, q >= 1:
    forall n >= 0: exists b >= 0: forall m >= b: grundy(m, n + q) = grundy(m, n)

claim "section 5.1, rows are periodic, from where on" for p >= 1, q >= 1:
    grundy(x, y + q) = grundy(x, y) where floor(x / p) * q + (x mod p) * (q - 1) <= y

claim "section 5.1, columns are periodic, from where on" for p >= 1, q >= 1:
    grundy(x + p, y) = grundy(x, y) where floor(y / q) * p + (y mod q) * (p - 1) <= x

# Not in the paper.
claim "the first p rows" for p >= 1, q >= 1:
    grundy(x, y) = row(x, y) where x < p

claim "the first q columns" for p >= 1, q >= 1:
    grundy(x, y) = column(x, y) where y < q
