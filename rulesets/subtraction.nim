ruleset "Restricted Nim with one heap"
source "SRT, sections 1 and 5.3"

param S = {1, 2, 5}
heaps x

move take(s):
    x -> x - s
    where s in S

theorem "SRT, section 1, for S = {1, 2, 5}":
    grundy(x + 3) = grundy(x)

theorem "SRT, section 1, finite S":
    exists a >= 0, q >= 1: forall n >= a: grundy(n + q) = grundy(n)
