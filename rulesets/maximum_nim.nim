ruleset "Maximum Nim with the rule sequence ceil(x / 2)"
source "RNP, Definitions 2.2 to 2.4"

heaps t

let f(x) = ceil(x / 2)

move remove(v):
    t -> t - v
    where 1 <= v <= f(t)

theorem "section 2.1, f is a regular sequence":
    forall m >= 1: 0 <= f(m) - f(m - 1) and f(m) - f(m - 1) <= 1

theorem "section 2.1, floors and ceilings":
    forall m >= 0: floor((m + 1) / 2) = ceil(m / 2)

theorem "Theorem 1 (i)":
    grundy(t) = 0 iff P(t)

theorem "Lemma 1 (i)":
    grundy(t) = grundy(t - f(t) - 1) where 1 <= t, f(t) = f(t - 1)

theorem "Lemma 1 (ii)":
    grundy(t) = f(t) where 1 <= t, f(t - 1) < f(t)

theorem "Lemma 2 (i)":
    grundy(t) = grundy((t - 2) / 2) where 2 <= t, t mod 2 = 0

theorem "Lemma 2 (ii)":
    grundy(t) = (t + 1) / 2 where t mod 2 = 1

theorem "Lemma 2 (iii)":
    grundy(t) = 1 iff (exists n >= 1: t = 2^(n - 1) * 3 - 2)

theorem "Lemma 2 (iv)":
    grundy(t) = 2 iff (exists n >= 1: t = 2^(n - 1) * 5 - 2)

theorem "Lemma 2 (v)":
    grundy(t) = 1 implies (exists option (u) of t: grundy(u) = 2) where 2 <= t
