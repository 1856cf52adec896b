ruleset "Yama Nim plus Triangular Nim"
source "KY24, Proposition 2, on disjunctive sums of universally admissible rulesets"

sum of "yama.nim", "triangular.nim"

claim "Proposition 2, sums":
    universally admissible

claim "Proposition 2, final phase of a sum":
    forall i >= 0, j >= 0, k >= 0, l >= 0:
        final(i, j, k, l) iff final(i, j) of "yama.nim" and final(k, l) of "triangular.nim"
