ruleset "Generalised Ryūō Nim with a pass"
source "RYU, Definition 3.1"

param p = 3 where p >= 1
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
    where pass = 1, 1 <= x + y

# Definition 3.2.
let P0 = {(x, y; 0) where x + y = 0 (mod p), floor(x / p) = floor(y / p)}
let P11 = {(m + 1, p - m; 1) for m in 0..p - 1}
let P12 = {(p * n + 1, p * n + 1; 1) for n >= 1}
let P13 = {(k + p * n, p + 2 - k + p * n; 1) for n >= 1, k in 2..p}
let P1 = P11 union P12 union P13

theorem "Lemma 3.1" for p >= 1:
    P(x, y; 0) iff (x, y; 0) in P0

theorem "Lemma 3.2 (a)" for p >= 2:
    (x, y; 1) in P1 implies x + y >= p + 1

theorem "Lemma 3.2 (b)" for p >= 2:
    (x, y; 1) in P11 implies x + y = p + 1 and (x + y) mod p = 1 and 1 <= x and 1 <= y and x <= p and y <= p

theorem "Lemma 3.2 (c)" for p >= 2:
    (x, y; 1) in P12 union P13 implies (x + y - 2) mod p = 0 and x - y <= p - 2 and y - x <= p - 2

theorem "Lemma 3.2 (d)" for p >= 2:
    (x, y; 1) in P12 implies x = y and x mod p = 1

theorem "Lemma 3.2 (e)" for p >= 1:
    (x, y; 1) in P13 implies (x + y - p - 2) mod (2 * p) = 0

theorem "Lemma 3.3" for p >= 3:
    (x, y; 1) in P1 implies not (exists option (u, v; r) of (x, y; 1): (u, v; r) in P0 union P1)

refuted "Lemma 3.3, p = 2" at (3, 3; 1) for p in {2}:
    (x, y; pass) in P1 implies not (exists option (u, v; r) of (x, y; pass): (u, v; r) in P0 union P1)

# The terminal position (0, 0; 1) is in none of the sets of Definition 3.2, and has no options. The proof of Theorem 3.1 speaks of it as
# a member of P, and case (d.1) of Lemma 3.4 moves to it.
refuted "Lemma 3.4" at (0, 0; 1):
    pass = 1 and (x, y; pass) not in P1
        implies (exists option (u, v; r) of (x, y; pass): (u, v; r) in P0 union P1)

claim "Lemma 3.4, corrected" for p >= 2:
    1 <= x + y and (x, y; 1) not in P1
        implies (exists option (u, v; r) of (x, y; 1): (u, v; r) in P0 union P1 union {(0, 0; 1)})

refuted "Theorem 3.1" at (0, 0; 1):
    P = P0 union P1

refuted "Theorem 3.1, p = 2, with (0, 0; 1)" at (3, 3; 1) for p in {2}:
    P = P0 union P1 union {(0, 0; 1)}

refuted "Theorem 3.1, p = 1, with (0, 0; 1)" at (1, 1; 1) for p in {1}:
    P = P0 union P1 union {(0, 0; 1)}

claim "Theorem 3.1, corrected" for p >= 3:
    P = P0 union P1 union {(0, 0; 1)}

# Both are Nim with two heaps and a pass.
claim "Theorem 3.1, corrected, p < 3" for p in 1..2:
    P = {(k, k; 0) for k >= 0}
        union {(0, 0; 1)}
        union {(2 * k - 1, 2 * k; 1) for k >= 1}
        union {(2 * k, 2 * k - 1; 1) for k >= 1}
