ruleset "Three-pile Maximum Nim with a pass"
source "RNP, Definition 3.2"

heaps s, t, u
register p in 0..1

let f(x) = ceil(x / 2)

move remove(v) symmetric:
    s -> s - v
    where 1 <= v <= f(s)

move pass:
    p -> 0
    where p = 1, 1 <= s + t + u

let T(x) = cases { x + 1 if x mod 2 = 0; x - 1 otherwise }

theorem "section 3.2, the order of the heaps does not matter":
    grundy(s, t, u; p) = grundy(t, s, u; p) and grundy(s, t, u; p) = grundy(s, u, t; p)

theorem "Remark 3.2":
    forall q in 0..1:
        grundy(s, 0, 0; q) = grundy(s; q) of "maximum_nim_pass.nim"
            and grundy(0, s, 0; q) = grundy(s; q) of "maximum_nim_pass.nim"
            and grundy(0, 0, s; q) = grundy(s; q) of "maximum_nim_pass.nim"

theorem "Lemma 4 (i)":
    grundy(1, 0, 0; 0) = 1 and grundy(0, 1, 0; 0) = 1 and grundy(0, 0, 1; 0) = 1

theorem "Lemma 4 (ii)":
    grundy(1, 1, 0; 0) = 0 and grundy(0, 1, 1; 0) = 0 and grundy(1, 0, 1; 0) = 0

theorem "Lemma 4 (iii)":
    grundy(1, 1, 1; 0) = 1

theorem "Lemma 4 (iv)":
    grundy(1, 0, 0; 1) = 2 and grundy(0, 1, 0; 1) = 2 and grundy(0, 0, 1; 1) = 2

theorem "Lemma 4 (v)":
    grundy(1, 1, 0; 1) = 1 and grundy(0, 1, 1; 1) = 1 and grundy(1, 0, 1; 1) = 1

theorem "Lemma 4 (vi)":
    grundy(1, 1, 1; 1) = 0

theorem "Lemma 5 (i)":
    forall n >= 0:
        n mod 2 = 1 implies (forall x in 0..n: T(x) <= n) and (forall y in 0..n: exists x in 0..n: T(x) = y)

theorem "Lemma 5 (ii)":
    forall n >= 0:
        n mod 2 = 0
            implies (forall x in 0..n: T(x) = n + 1 or T(x) <= n - 1)
                and (forall y in 0..n - 1: exists x in 0..n: T(x) = y)
                and (exists x in 0..n: T(x) = n + 1)

theorem "Theorem 4 (i)":
    grundy(s, 0, 0; 1) = grundy(s; 1) of "maximum_nim_pass.nim"
        and grundy(0, s, 0; 1) = grundy(s; 1) of "maximum_nim_pass.nim"
        and grundy(0, 0, s; 1) = grundy(s; 1) of "maximum_nim_pass.nim"

theorem "Theorem 4 (ii.1)":
    grundy(s, t, u; 0) mod 2 = 0 implies grundy(s, t, u; 1) = grundy(s, t, u; 0) + 1
        where (1 <= s and 1 <= t) or (1 <= t and 1 <= u) or (1 <= u and 1 <= s)

# Printed for m > 0; it holds for m = 0 too, and the proof uses that.
theorem "Theorem 4 (ii.2)":
    grundy(s, t, u; 0) mod 2 = 1 implies grundy(s, t, u; 1) = grundy(s, t, u; 0) - 1
        where (1 <= s and 1 <= t) or (1 <= t and 1 <= u) or (1 <= u and 1 <= s)
