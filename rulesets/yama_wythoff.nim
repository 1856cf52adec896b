ruleset "Yama Nim with a c-Wythoff twist"
source "KY24, Definition 8"

param c = 0 where c >= 0
heaps x, y

move yama(i) symmetric:
    (x, y) -> (x - i, y + 1)
    where 2 <= i

move wythoff(i, j):
    (x, y) -> (x - i, y - j)
    where 1 <= i, 1 <= j, |i - j| <= c

theorem "Proposition 3" for c >= 0:
    P = {(0, 0), (0, 1), (1, 0)} union {(k, 1) for k >= c + 3} union {(1, k) for k >= c + 3}

claim "Proposition 3, by conditions" for c >= 0:
    P(x, y) iff x + y <= 1 or (min(x, y) = 1 and c + 3 <= max(x, y))

theorem "Corollary 3, final phase" for c >= 0:
    grundy(x, y) <= 1 implies final(x, y)

theorem "Corollary 3, universally admissible" for c >= 0:
    universally admissible

claim "Corollary 3, the values of (0, 2) and (2, 0)" for c >= 0:
    grundy(0, 2) = 1 and grundy(2, 0) = 1

# Remark 3 is printed without the word misère.
# The sets belong to misère play. Damage to our copy: hardly, a whole word would be missing.
refuted "Remark 3, c = 0" at (0, 0) for c in 0..0:
    P = sym {(0, 2), (1, 1), (2, 3)} union sym {(k, 3) for k >= 6}

# The sets belong to misère play. Damage to our copy: hardly, a whole word would be missing.
refuted "Remark 3, c >= 1" at (0, 0) for c in 1..1:
    P = sym {(0, 2), (1, 1)} union sym {(k, 2) for k >= c + 5}

claim "Remark 3, c = 0, corrected" misere for c in 0..0:
    P = sym {(0, 2), (1, 1), (2, 3)} union sym {(k, 3) for k >= 6}

claim "Remark 3, c >= 1, corrected" misere for c >= 1:
    P = sym {(0, 2), (1, 1)} union sym {(k, 2) for k >= c + 5}

claim "Remark 3, by Grundy value 1, c = 0" for c in 0..0:
    grundy(x, y) = 1 iff (x, y) in sym {(0, 2), (1, 1), (2, 3)} or (min(x, y) = 3 and 6 <= max(x, y))

claim "Remark 3, by Grundy value 1, c >= 1" for c >= 1:
    grundy(x, y) = 1 iff (x, y) in sym {(0, 2), (1, 1)} or (min(x, y) = 2 and c + 5 <= max(x, y))

claim "Remark 3, by Grundy value 1" for c >= 0:
    grundy(x, y) = 1
        iff (x, y) in sym {(0, 2), (1, 1)}
            or (c = 0 and ((x, y) in sym {(2, 3)} or (min(x, y) = 3 and 6 <= max(x, y))))
            or (1 <= c and min(x, y) = 2 and c + 5 <= max(x, y))
