ruleset "Yama Nim"
source "KY24, Definition 3; KY23, section 2"

heaps x, y

move yama(i) symmetric:
    (x, y) -> (x - i, y + 1)
    where 2 <= i <= x

theorem "Theorem 1":
    grundy(x, y) = cases { 0 if |x - y| <= 1; min(x, y) + 1 otherwise }

theorem "KY23, 3.3":
    P = {(x, y) where |x - y| <= 1}

theorem "Corollary 1" misere:
    P = {(x, y) where min(x, y) = 0, 2 <= max(x, y)}

theorem "Corollary 1, terminal positions":
    terminal(x, y) iff x <= 1 and y <= 1

theorem "Corollary 1, an option of Grundy value 1":
    grundy(x, y) = 0 and not terminal(x, y) implies (exists option (u, v) of (x, y): grundy(u, v) = 1)

# The sentence can also be read of a position that has an option of Grundy value 0; its proof uses the reading above.
refuted "Corollary 1, read of an option of Grundy value 0" at (0, 2):
    (exists option (u, v) of (x, y): grundy(u, v) = 0)
        implies (exists option (u, v) of (x, y): grundy(u, v) = 1)

claim "Remark 2":
    grundy(x, y) <= 1 implies final(x, y)

claim "Remark 2, admissible":
    admissible

claim "Remark 2, universally admissible":
    universally admissible

claim "Proposition 2" misere:
    P = {(x, y) where (grundy(x, y) = 0 and not final(x, y)) or (grundy(x, y) = 1 and final(x, y))}
