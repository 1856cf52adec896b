ruleset "Triangular Nim with a c-Wythoff twist"
source "KY24, Definition 8; KY23, Definition 4.1"

param c = 0 where c >= 0
heaps x, y

move triangular(i, j) symmetric:
    (x, y) -> (x - i, y + j)
    where 2 <= i, 1 <= j < i

move wythoff(i, j):
    (x, y) -> (x - i, y - j)
    where 1 <= i, 1 <= j, |i - j| <= c

sequence a(k) = ((1 + c) * k^2 + (1 - c) * k) / 2

theorem "Theorem 5" for c >= 0:
    P = {(0, 0)} union sym {(a(k), a(k + 1)) for k >= 0}

theorem "KY23, Theorem 4.4" for c >= 0:
    P = {(0, 0)} union {(a(k), a(k + 1)) for k >= 0} union {(a(k + 1), a(k)) for k >= 0}

sequence sides3 = [0, 1, 3, 6, 10, 15, 21]
sequence sides4 = [0, 1, 4, 9, 16, 25, 36]
sequence sides5 = [0, 1, 5, 12, 22, 35, 51]
sequence sides6 = [0, 1, 6, 15, 28, 45, 66]

claim "Definition 9, polygonal numbers" for c >= 0:
    forall k >= 0: 2 * a(k) = (c + 3 - 2) * k^2 - (c + 3 - 4) * k

claim "Definition 9, c = 0" for c in 0..0:
    forall k in 0..6: a(k) = sides3(k)

claim "Definition 9, c = 1" for c in 1..1:
    forall k in 0..6: a(k) = sides4(k)

claim "Definition 9, c = 2" for c in 2..2:
    forall k in 0..6: a(k) = sides5(k)

claim "Definition 9, c = 3" for c in 3..3:
    forall k in 0..6: a(k) = sides6(k)

claim "Theorem 5, differences" for c >= 0:
    forall k >= 0: a(k + 1) - a(k) = k * (c + 1) + 1

claim "Theorem 5, example c = 0" for c in 0..0:
    P = sym {(0, 0), (0, 1), (1, 3), (3, 6), (6, 10), (10, 15), (15, 21), (21, 28)} where x + y < 64

claim "Theorem 5, example c = 1" for c in 1..1:
    P = sym {(0, 0), (0, 1), (1, 4), (4, 9), (9, 16), (16, 25), (25, 36), (36, 49)} where x + y < 113

# Remark 4. Value 1 at c = 0.
sequence b(k) = (k^2 + k + 1 - (-1)^k) / 2

conjecture "Remark 4, value 1 at c = 0" for c in 0..0:
    grundy(x, y) = 1 iff (x, y) in {(1, 1)} union sym {(b(k), b(k + 1)) for k >= 0}

claim "Remark 4, printed list for value 1 at c = 0" for c in 0..0:
    grundy(x, y) = 1
        iff (x, y) in sym {(1, 1), (0, 2), (2, 3), (3, 7), (7, 10), (10, 16), (16, 21), (21, 29), (29, 36),
            (36, 46)}
        where x + y < 101

# A sequence for every value g says in particular that two positions of value g, both with x + y - 1 different from g, do not
# overlap as intervals. At c = 0, (7, 12) and (8, 11) both have value 3.
refuted "Remark 4, a sequence for every value, c = 0" at (7, 12) for c in 0..0:
    forall u in 0..y - 1, v in u..x + y - u:
        v <= x or (u = x and v = y) or grundy(u, v) != grundy(x, y) or grundy(u, v) = u + v - 1
        where x <= y, 1 <= grundy(x, y), grundy(x, y) != x + y - 1

conjecture "Remark 4, a sequence for every value, c >= 1" for c in 1..4:
    forall u in 0..y - 1, v in u..x + y - u:
        v <= x or (u = x and v = y) or grundy(u, v) != grundy(x, y) or grundy(u, v) = u + v - 1
        where x <= y, 1 <= grundy(x, y), grundy(x, y) != x + y - 1

# The sequence for small g and c >= 1.
sequence s(g, k) = ((1 + c) * k^2 + (1 + 2 * g - c) * k) / 2

conjecture "Remark 4, the formula at c = 1 for g = 1, 2, 3" for c in 1..1:
    forall g in 1..3: grundy(x, y) = g iff x + y - 1 = g or (x, y) in sym {(s(g, k), s(g, k + 1)) for k >= 0}

claim "Remark 4, (5, 8) at c = 1" for c in 1..1:
    grundy(5, 8) = 4

claim "Remark 4, predicted list at c = 1, g = 4" for c in 1..1:
    s(4, 0) = 0 and s(4, 1) = 5 and s(4, 2) = 12 and s(4, 3) = 21 and s(4, 4) = 32

refuted "Remark 4, the formula at c = 1 for every g" at (5, 8) for c in 1..1:
    forall g >= 1: grundy(x, y) = g implies x + y - 1 = g or (x, y) in sym {(s(g, k), s(g, k + 1)) for k >= 0}

claim "Remark 4, the formula at c = 2 for g < 26" for c in 2..2:
    forall g in 1..25:
        grundy(x, y) = g implies x + y - 1 = g or (x, y) in sym {(s(g, k), s(g, k + 1)) for k >= 0}

claim "Remark 4, the sequences at c = 2 for g < 26" for c in 2..2:
    forall g in 1..25, k >= 0: grundy(s(g, k), s(g, k + 1)) = g

claim "Remark 4, (27, 37) at c = 2" for c in 2..2:
    grundy(27, 37) = 26 and s(26, 1) = 27 and s(26, 2) = 57 and grundy(27, 57) != 26

refuted "Remark 4, the formula at c = 2 for every g" at (27, 37) for c in 2..2:
    forall g >= 1: grundy(x, y) = g implies x + y - 1 = g or (x, y) in sym {(s(g, k), s(g, k + 1)) for k >= 0}

conjecture "Remark 4, the formula at c = 3" for c in 3..3:
    forall g >= 1: grundy(x, y) = g implies x + y - 1 = g or (x, y) in sym {(s(g, k), s(g, k + 1)) for k >= 0}

conjecture "Remark 4, the sequences at c = 3" for c in 3..3:
    forall g >= 1, k >= 0: grundy(s(g, k), s(g, k + 1)) = g
