ruleset "Nim with one heap and all moves but those of a finite set"
source "SRT, section 1 (printed for subsets of the naturals with 0; taking nothing is not a move)"

param T = {2, 3}
heaps x

move take(s):
    x -> x - s
    where 1 <= s, s not in T

theorem "SRT, section 1, for T = {2, 3}":
    grundy(x + 4) = grundy(x) + 2

theorem "SRT, section 1":
    exists a >= 0, p >= 1, q >= 1: forall n >= a: grundy(n + p) = grundy(n) + q
