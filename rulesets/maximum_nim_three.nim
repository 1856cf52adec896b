ruleset "Three-pile Maximum Nim"
source "RNP, Definition 2.5"

heaps s, t, u

let f(x) = ceil(x / 2)

move remove(v) symmetric:
    s -> s - v
    where 1 <= v <= f(s)

theorem "Theorem 2":
    grundy(s, t, u) =
    grundy(s) of "maximum_nim.nim" xor grundy(t) of "maximum_nim.nim" xor grundy(u) of "maximum_nim.nim"
