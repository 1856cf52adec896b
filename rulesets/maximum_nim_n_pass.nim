ruleset "Maximum Nim with n heaps and a pass"
source "RNP, abstract and section 3.2: the number of heaps can be any natural number"

param n = 4 where n >= 1
heaps h[n]
register p in 0..1

let f(x) = ceil(x / 2)

move remove(v) for each a in h:
    a -> a - v
    where 1 <= v <= f(a)

move pass:
    p -> 0
    where p = 1, 1 <= sum(h)

theorem "Theorem 4 (i), n heaps" for n >= 1:
    grundy(h; 1) = grundy(total; 1) of "maximum_nim_pass.nim" where count(a in h where 1 <= a) <= 1

theorem "Theorem 4 (ii), n heaps" for n >= 2:
    grundy(h; 1) = grundy(h; 0) xor 1 where 2 <= count(a in h where 1 <= a)
