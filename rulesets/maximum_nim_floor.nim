ruleset "Maximum Nim with the rule sequence floor(x / 2)"
source "RNP, section 2.1 (named there and left out, since it is the game with ceil(x / 2) and one token more)"

heaps t

let f(x) = floor(x / 2)

move remove(v):
    t -> t - v
    where 1 <= v <= f(t)

theorem "Lemma 1 (i)":
    grundy(t) = grundy(t - f(t) - 1) where 1 <= t, f(t) = f(t - 1)

theorem "Lemma 1 (ii)":
    grundy(t) = f(t) where 1 <= t, f(t - 1) < f(t)

claim "section 2.1, similar results":
    grundy(t) = grundy(t - 1) of "maximum_nim.nim" where 1 <= t
