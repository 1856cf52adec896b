ruleset "Restricted Wythoff Nim"
source "SRT, Proposition 2.2"

param S1 = {2, 5}
param S2 = {1, 3, 4}
param S3 = {1, 2}
heaps x, y

move first(s):
    x -> x - s
    where s in S1

move second(s):
    y -> y - s
    where s in S2

move both(s):
    (x, y) -> (x - s, y - s)
    where s in S3

sequence a = [0, 0, 12, 5, 6, 4, 9, 9]

theorem "Proposition 2.2":
    forall m >= 0: exists b >= 0, p >= 1: forall n >= b: grundy(m, n + p) = grundy(m, n)

claim "Proposition 2.2, the first rows for these sets":
    grundy(x, y + 7) = grundy(x, y) where x <= 7, a(x) <= y
