ruleset "Maximum Nim with a pass"
source "RNP, Definition 3.1"

heaps t
register p in 0..1

let f(x) = ceil(x / 2)

move remove(v):
    t -> t - v
    where 1 <= v <= f(t)

move pass:
    p -> 0
    where p = 1, 1 <= t

let S(x) = cases { 1 if x = 0; 2 if x = 1; 0 if x = 2; x - 1 if x mod 2 = 0; x + 1 otherwise }

theorem "Remark 3.1":
    grundy(t; 0) = grundy(t) of "maximum_nim.nim"

# The images are written out: S maps 0..n into the set, and meets every member of it.
theorem "Lemma 3 (i)":
    forall n >= 3:
        n mod 2 = 1
            implies (forall x in 0..n: S(x) = n + 1 or S(x) <= n - 1)
                and (forall y in 0..n - 1: exists x in 0..n: S(x) = y)
                and (exists x in 0..n: S(x) = n + 1)

theorem "Lemma 3 (ii)":
    forall n >= 2:
        n mod 2 = 0 implies (forall x in 0..n: S(x) <= n) and (forall y in 0..n: exists x in 0..n: S(x) = y)

theorem "Theorem 3 (i)":
    grundy(0; 0) = 0 and grundy(0; 1) = 0

theorem "Theorem 3 (ii)":
    grundy(t; 0) = 0 implies grundy(t; 1) = 1 where 1 <= t

theorem "Theorem 3 (iii)":
    grundy(t; 0) = 2 implies grundy(t; 1) = 0 where 1 <= t

theorem "Theorem 3 (iv)":
    grundy(t; 0) mod 2 = 0 and 3 <= grundy(t; 0) implies grundy(t; 1) = grundy(t; 0) - 1 where 1 <= t

theorem "Theorem 3 (v)":
    grundy(t; 0) mod 2 = 1 implies grundy(t; 1) = grundy(t; 0) + 1 where 1 <= t

claim "Theorem 3, in terms of S":
    grundy(t; 1) = S(grundy(t; 0)) where 1 <= t
