ruleset "Nim with n heaps and a pass that is allowed from m tokens on"
source "RNP, Definition 4.1, for another number of heaps"

param n = 4 where n >= 1
param m = 4 where m >= 1
heaps h[n]
register p in 0..1

move take(v) for each a in h:
    a -> a - v
    where 1 <= v

move pass:
    p -> 0
    where p = 1, m <= sum(h)

claim "Conjecture 1 for two heaps" for n in {2}, m >= 3 where m mod 4 = 0 or m mod 4 = 3:
    P(h; 1) iff (sum(h) < m and xor(h) = 0) or (m <= sum(h) and xor(h) = 1)

claim "Conjecture 1 for two heaps, all positions" for n in {2}, m >= 3 where m mod 4 = 0 or m mod 4 = 3:
    P(h; p) iff (xor(h) = 0 and (p = 0 or sum(h) < m)) or (xor(h) = 1 and p = 1 and m <= sum(h))

# Not an erratum: the conjecture speaks of three heaps; with four it fails.
refuted "Conjecture 1 for four heaps, m = 4" at (1, 1, 1, 2; 1) for n in {4}, m in {4}:
    P(h; p) iff (xor(h) = 0 and (p = 0 or sum(h) < m)) or (xor(h) = 1 and p = 1 and m <= sum(h))

# Not an erratum: the conjecture speaks of three heaps; with four it fails.
refuted "Conjecture 1 for four heaps, m = 8" at (1, 1, 3, 4; 1) for n in {4}, m in {8}:
    P(h; p) iff (xor(h) = 0 and (p = 0 or sum(h) < m)) or (xor(h) = 1 and p = 1 and m <= sum(h))
