# Family: Wythoff's game and its relatives
ruleset "Wythoff's game with one more move"
source "Duchêne, Fraenkel, Nowakowski and Rigo, Extensions and restrictions of Wythoff's game preserving its P-positions, J. Combin. Theory Ser. A 117 (2010) 545-567"

extends "../wythoff.nim"
# k and l tokens, which must not lead from one P-position to another.
param k = 3 where k >= 1
param l = 4 where l > k

move extra symmetric:
    (x, y) -> (x - k, y - l)

claim "an extension that keeps P" for k in {3}, l in {4}:
    P = sym {(A(s), A(s) + s) for s >= 0}

claim "another" for k in {2}, l in {4}:
    P = sym {(A(s), A(s) + s) for s >= 0}
