ruleset "Maximum Nim and Wythoff Nim, played together"
source "RNP, Definition 1.4, for two games of these papers"

sum of "maximum_nim.nim", "wythoff.nim"

theorem "RNP, Theorem 1 (ii)":
    grundy(t, x, y) = grundy(t) of "maximum_nim.nim" xor grundy(x, y) of "wythoff.nim"

theorem "RNP, Theorem 1 (i)":
    grundy(t, x, y) = 0 iff P(t, x, y)
