ruleset "Square Nim"
source "SRT, section 3"

param p = 2 where p >= 2
heaps x, y

move square(i, j):
    (x, y) -> (x - i, y - j)
    where 0 <= i < p, 0 <= j < p, 1 <= i + j

let f(m, n) = m - n + (m mod p) * (p - 2)

# Theorem 4.2 for both orders of the heaps.
claim "all values" for p >= 2:
    grundy(x, y) = cases {
        x + y - 2 * floor(min(x, y) / p) * p if max(x, y) - min(x, y) < (min(x, y) mod p) * (p - 2);
        (min(x, y) mod p) * p + (x + y) mod p otherwise
    }

theorem "section 3, the first step" for p >= 2:
    grundy(x, y) = cases { x + y if x + y < x * p; x * p + (x + y) mod p otherwise } where x < p

theorem "section 3, the second step" for p >= 2:
    grundy(x + p, y + p) = grundy(x, y)

theorem "section 3, symmetry" for p >= 2:
    grundy(x, y) = grundy(y, x)

theorem "section 3, rows are periodic" for p >= 2:
    forall m >= 0: exists a >= 0: forall n >= a: grundy(m, n + p) = grundy(m, n)

theorem "section 3, columns are periodic" for p >= 2:
    forall n >= 0: exists a >= 0: forall m >= a: grundy(m + p, n) = grundy(m, n)

claim "section 3, rows are periodic, from where on" for p >= 2:
    grundy(x, y + p) = grundy(x, y) where floor(x / p) * p + (x mod p) * (p - 1) <= y

theorem "section 3, the table for small m, row 0" for p >= 2:
    grundy(0, 0) = 0
        and grundy(0, p - 1) = p - 1
        and grundy(0, p) = 0
        and grundy(0, 2 * p - 1) = p - 1
        and grundy(0, (p - 1) * p) = 0

theorem "section 3, the table for small m, row 1" for p >= 2:
    grundy(1, 0) = 1
        and grundy(1, p - 1) = p
        and grundy(1, p) = p + 1
        and grundy(1, 2 * p - 1) = p
        and grundy(1, (p - 1) * p) = p + 1

theorem "section 3, the table for small m, row 2 without its last cell" for p >= 3:
    grundy(2, 0) = 2
        and grundy(2, p - 1) = p + 1
        and grundy(2, p) = p + 2
        and grundy(2, 2 * p - 1) = 2 * p + 1

# For p = 3 the table contradicts itself. Damage to our copy: possible, a lost 2.
refuted "section 3, the table for small m, row 2, column (p - 1) p" at (2, 6) for p in {3}:
    grundy(x, y) = p + 2 where x = 2, y = (p - 1) * p

claim "section 3, the table for small m, row 2, column (p - 1) p, corrected" for p >= 3:
    grundy(2, (p - 1) * p) = 2 * p + 2

theorem "section 3, the table for small m, row p - 1 without column 2 p - 1" for p >= 2:
    grundy(p - 1, 0) = p - 1
        and grundy(p - 1, p - 1) = 2 * (p - 1)
        and grundy(p - 1, p) = 2 * p - 1
        and grundy(p - 1, (p - 1) * p) = p^2 - 1

# True for p >= 3. Damage to our copy: no.
refuted "section 3, the table for small m, row p - 1, column 2 p - 1, p = 2" at (1, 3) for p in {2}:
    grundy(x, y) = 3 * p - 2 where x = p - 1, y = 2 * p - 1

claim "section 3, the table for small m, row p - 1, column 2 p - 1" for p >= 3:
    grundy(p - 1, 2 * p - 1) = 3 * p - 2

theorem "section 4, row 0" for p >= 2:
    grundy(0, y) = y mod p

theorem "section 4, row 1" for p >= 2:
    grundy(1, y) = cases { 1 + y if y < p - 1; p + (1 + y) mod p otherwise }

theorem "section 4 (1)" for p >= 2:
    grundy(x, 0) = x and grundy(x, y + 1) = grundy(x, y) + 1 where x < p, x + y < x * p

theorem "section 4 (2)" for p >= 2:
    grundy(x, y) = x * p + (x + y) mod p where x < p, x * p <= x + y

# An interval that does not begin at 0: here n <= n + 1 alone.
# The paper uses it only for the beginning of the rows. Damage to our copy: no.
refuted "Lemma 4.1" at (0, 3) for p in {3}:
    grundy(x, y) < grundy(x, y + 1) implies grundy(x + 1, y) = grundy(x, y) + 1 where x + 1 <= p - 1

claim "Lemma 4.1, corrected to intervals that begin at 0" for p >= 2:
    (forall n in 0..y - 1: grundy(x, n) < grundy(x, n + 1)) implies grundy(x + 1, y) = grundy(x, y) + 1
        where x + 1 <= p - 1

theorem "Theorem 4.2" for p >= 2:
    grundy(x, y) = cases {
        x + y - 2 * floor(x / p) * p if y - x < (x - floor(x / p) * p) * (p - 2);
        (x - floor(x / p) * p) * p + (x + y) mod p otherwise
    }
        where x <= y

theorem "Theorem 4.2, the shift" for p >= 2:
    grundy(x + p, y + p) = grundy(x, y)

# sign(f + 1/2) is written sign(2 f + 1).
# The case is chosen the wrong way round. Damage to our copy: possible, a minus read as a plus.
refuted "Remark 4.3" at (0, 2) for p in {2}:
    grundy(x, y) = x + y - 2 * floor(x / p) * p + (1 + sign(2 * f(x, y) + 1)) / 2 * (f(x, y) + (x + y) mod p)
        where x <= y

# The same for p >= 3. Damage to our copy: possible.
refuted "Remark 4.3, p = 3" at (1, 1) for p in {3}:
    grundy(x, y) = x + y - 2 * floor(x / p) * p + (1 + sign(2 * f(x, y) + 1)) / 2 * (f(x, y) + (x + y) mod p)
        where x <= y

claim "Remark 4.3, corrected: 1 - sign for 1 + sign" for p >= 2:
    grundy(x, y) = x + y - 2 * floor(x / p) * p + (1 - sign(2 * f(x, y) + 1)) / 2 * (f(x, y) + (x + y) mod p)
        where x <= y
