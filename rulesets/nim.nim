ruleset "Nim"
source "Bouton 1901; SRT, section 1"

param n = 2 where n >= 1
heaps h[n]

move take(i) for each a in h:
    a -> a - i
    where 1 <= i

theorem "Bouton" for n >= 1:
    P(h) iff xor(h) = 0

theorem "SRT, section 1" for n in {2}:
    grundy(h) = h[1] xor h[2]

theorem "SRT, section 1, P-positions" for n in {2}:
    P(h) iff h[1] = h[2]

theorem "RNP, Theorem 1 (ii), for heaps of Nim" for n >= 1:
    grundy(h) = xor(h)
