ruleset "Maximum Nim with a rule sequence floor((a x + c) / b)"
source "RNP, Definition 2.2; another rule sequence is another f"

param a = 2 where a >= 0
param b = 3 where b >= 1
param c = 0 where c >= 0
heaps t

let f(x) = floor((a * x + c) / b)

move remove(v):
    t -> t - v
    where 1 <= v <= f(t)

# With c < b the sequence begins with f(0) = 0, which Definition 2.1 forgets to ask for.
claim "f is a regular sequence" for a >= 0, b >= 1, c >= 0 where a <= b:
    forall m >= 1: 0 <= f(m) - f(m - 1) and f(m) - f(m - 1) <= 1

claim "Lemma 1 (i), with f(0) = 0" for a >= 0, b >= 1, c >= 0 where a <= b and c < b:
    grundy(t) = grundy(t - f(t) - 1) where 1 <= t, f(t) = f(t - 1)

claim "Lemma 1 (ii), with f(0) = 0" for a >= 0, b >= 1, c >= 0 where a <= b and c < b:
    grundy(t) = f(t) where 1 <= t, f(t - 1) < f(t)

# f(m) = m + 1 is regular in the sense of Definition 2.1: f(1) = 2, but one token has the value 1.
refuted "Lemma 1 (ii)" at (1) for a in {1}, b in {1}, c in {1}:
    grundy(t) = f(t) where 1 <= t, f(t - 1) < f(t)
