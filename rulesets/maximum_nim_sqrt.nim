ruleset "Maximum Nim with the rule sequence floor(sqrt(x))"
source "RNP, Definition 2.2, for a regular sequence that is not linear"

heaps t

let f(x) = floor(sqrt(x))

move remove(v):
    t -> t - v
    where 1 <= v <= f(t)

theorem "Lemma 1 (i)":
    grundy(t) = grundy(t - f(t) - 1) where 1 <= t, f(t) = f(t - 1)

theorem "Lemma 1 (ii)":
    grundy(t) = f(t) where 1 <= t, f(t - 1) < f(t)
