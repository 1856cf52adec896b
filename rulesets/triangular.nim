ruleset "Triangular Nim"
source "KY24, Definition 4; KY23, section 2"

heaps x, y

move triangular(i, j) symmetric:
    (x, y) -> (x - i, y + j)
    where 2 <= i <= x, 1 <= j < i

let triangle(m) = floor(m * (m - 1) / 2)

# KY24, Definition 5: the d with d * (d - 1) / 2 <= g < d * (d + 1) / 2, and the arithmetic progressions.
let step(g) = floor((1 + floor(sqrt(8 * g + 1))) / 2)
sequence a(g, k) = 1 + g + k * step(g)

theorem "Theorem 2":
    grundy(x, y) = cases {
        0 if |x - y| <= 1;
        triangle(|x - y|) + floor((x + y - |x - y|^2 - 2) / 2) mod |x - y| if |x - y|^2 + 2 <= x + y;
        x + y - 1 otherwise
    }

theorem "Theorem 2, with the congruence":
    forall k >= 0:
        1 < |x - y|
            and |x - y|^2 + 2 <= x + y
            and k < |x - y|
            and x + y - |x - y|^2 - 2 = 2 * k (mod 2 * |x - y|)
            implies grundy(x, y) = triangle(|x - y|) + k

theorem "section 2, same P-positions as Yama Nim":
    P(x, y) iff P(x, y) of "yama.nim"

theorem "KY23, 3.3":
    P = {(x, y) where |x - y| <= 1}

claim "Definition 5":
    forall g >= 0: triangle(step(g)) <= g < triangle(step(g) + 1)

claim "Definition 5, examples":
    forall k >= 0: a(0, k) = 1 + k and a(1, k) = 2 + 2 * k and a(2, k) = 3 + 2 * k and a(3, k) = 4 + 3 * k

theorem "Theorem 3, x = y":
    grundy(x, x) = 0

theorem "Theorem 3, progressions":
    forall g >= 0, k >= 0: grundy(a(g, k), a(g, k + 1)) = g

theorem "Theorem 3, otherwise":
    (x, y) not in {(a(g, k), a(g, k + 1)) for g >= 0, k >= 0} implies grundy(x, y) = x + y - 1 where x < y

claim "Theorem 3, example g = 0":
    grundy(x, y) = 0 iff (x, y) in {(k, k + 1) for k >= 0} where x < y

claim "Theorem 3, example g = 1":
    grundy(x, y) = 1 iff (x, y) in {(2 * k, 2 * k + 2) for k >= 0} where x < y

claim "Theorem 3, example g = 2":
    grundy(x, y) = 2 iff (x, y) in {(0, 3)} union {(2 * k + 3, 2 * k + 5) for k >= 0} where x < y

claim "Theorem 3, example g = 3":
    grundy(x, y) = 3 iff (x, y) in {(1, 3), (0, 4)} union {(3 * k + 4, 3 * k + 7) for k >= 0} where x < y

claim "Theorem 3, example g = 4":
    grundy(x, y) = 4 iff (x, y) in {(1, 4), (0, 5)} union {(3 * k + 5, 3 * k + 8) for k >= 0} where x < y

# The proof lists S_3 with the descending half of S_2, and without (3, 1) and (4, 0).
refuted "Theorem 3, S_3 of the proof" at (3, 1):
    grundy(x, y) = 3
        iff (x, y) in {(1, 3), (0, 4)}
            union {(3 * k + 4, 3 * k + 7) for k >= 0}
            union {(2 * k + 5, 2 * k + 3) for k >= 0}

claim "Theorem 3, S_3 of the proof, corrected":
    grundy(x, y) = 3 iff (x, y) in sym {(1, 3), (0, 4)} union sym {(3 * k + 4, 3 * k + 7) for k >= 0}

claim "Theorem 3, S_g of the proof":
    forall g >= 1:
        grundy(x, y) = g
            iff (x + y = g + 1 and x + y <= |x - y|^2 + 1)
                or (x, y) in sym {(a(g, k), a(g, k + 1)) for k >= 0}

# KY23 states the next two of positions with distance 2 <= y - x.
theorem "KY23, 3.7 (i)":
    x + y <= |x - y|^2 + 1 implies (x, y) not in {(a(g, k), a(g, k + 1)) for g >= 0, k >= 0} where x + 2 <= y

theorem "KY23, 3.7 (ii)":
    |x - y|^2 + 2 <= x + y implies (x, y) in {(a(g, k), a(g, k + 1)) for g >= 0, k >= 0} where x + 2 <= y

claim "Proposition 1, no option of the same value":
    forall option (u, v) of (x, y): grundy(u, v) != grundy(x, y)

claim "Proposition 1, every smaller value":
    forall j < grundy(x, y): exists option (u, v) of (x, y): grundy(u, v) = j

theorem "Corollary 2" misere:
    P = {(x, y) where 2 <= min(x, y), |x - y| <= 1} union sym {(0, 2)}

theorem "Corollary 2, final phase":
    final(x, y) iff (x, y) in sym {(0, 0), (0, 1), (0, 2), (1, 1), (1, 2)}

theorem "Corollary 2, admissible":
    admissible

# The paper's witness (1, 3) has the options (2, 1) and (2, 0), of values 0 and 1, both in the final phase.
refuted "Corollary 2, not universally admissible":
    not universally admissible

claim "Corollary 2, corrected":
    universally admissible

# The three conditions of Definition 2, with m' in the final or normal phase where the paper prints m.
claim "Definition 2 (i)":
    grundy(x, y) = 1 and not final(x, y)
        implies (forall option (u, v) of (x, y): grundy(u, v) = 0 implies not final(u, v))

claim "Definition 2 (ii)":
    grundy(x, y) = 0 and final(x, y)
        implies (forall option (u, v) of (x, y): grundy(u, v) = 1 implies final(u, v))

claim "Definition 2 (iii)":
    1 < grundy(x, y)
        implies ((exists option (u, v) of (x, y): grundy(u, v) = 0 and final(u, v))
                and (exists option (u, v) of (x, y): grundy(u, v) = 1 and final(u, v)))
            or ((exists option (u, v) of (x, y): grundy(u, v) = 0 and not final(u, v))
                and (exists option (u, v) of (x, y): grundy(u, v) = 1 and not final(u, v)))

claim "Proposition 2" misere:
    P = {(x, y) where (grundy(x, y) = 0 and not final(x, y)) or (grundy(x, y) = 1 and final(x, y))}

# Question 1: the values agree with those of Moore's Nim with one heap more than a move may touch, as soon as
# the smaller heap exceeds the triangular number of the distance; below it both are "all tokens" up to a shift.
claim "Question 1":
    grundy(x, y) = grundy(x, x, y - 1) of "moore.nim" where x < y, triangle(y - x) < x

claim "Question 1, below":
    grundy(x, y) = x + y - 1 and grundy(x, x, y - 1) of "moore.nim" = 2 * x + y - 1
        where x < y, x <= triangle(y - x)

sequence ratio3(n) = 3 * ratio3(n - 1) + ratio3(n - 2) from ratio3(0) = 0, ratio3(1) = 1
sequence printed54 = [0, 1, 3, 10, 33, 109]

claim "KY23, section 5.4, the sequence":
    forall n in 0..5: ratio3(n) = printed54(n)
