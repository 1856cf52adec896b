ruleset "Three-pile Nim with a pass that is allowed from m tokens on"
source "RNP, Definition 4.1"

param m = 4 where m >= 1
heaps s, t, u
register p in 0..1

move take(v) symmetric:
    s -> s - v
    where 1 <= v

move pass:
    p -> 0
    where p = 1, m <= s + t + u

let Q =
    {(s, t, u; 0) where s xor t xor u = 0}
        union {(s, t, u; 1) where s + t + u < m, s xor t xor u = 0}
        union {(s, t, u; 1) where m <= s + t + u, s xor t xor u = 1}

conjecture "Conjecture 1" for m >= 4 where m mod 4 = 0:
    P = Q

# The fact that makes Conjecture 1 true; docs/statements_ryu_rnp_srt.md has the proof.
claim "three numbers with nim-sum 0 and a sum divisible by 4 are even":
    forall a >= 0, b >= 0, c >= 0:
        a xor b xor c = 0 and (a + b + c) mod 4 = 0 implies a mod 2 = 0 and b mod 2 = 0 and c mod 2 = 0

# Not an erratum: the conjecture speaks of multiples of 4; no other m from 1 to 7 will do.
refuted "Conjecture 1 for m = 1" at (0, 0, 1; 1) for m in {1}:
    P = Q

# Not an erratum: the conjecture speaks of multiples of 4; no other m from 1 to 7 will do.
refuted "Conjecture 1 for m = 2" at (0, 1, 2; 1) for m in {2}:
    P = Q

# Not an erratum: the conjecture speaks of multiples of 4; no other m from 1 to 7 will do.
refuted "Conjecture 1 for m = 3" at (1, 1, 1; 1) for m in {3}:
    P = Q

# Not an erratum: the conjecture speaks of multiples of 4; no other m from 1 to 7 will do.
refuted "Conjecture 1 for m = 5" at (0, 2, 3; 1) for m in {5}:
    P = Q

# Not an erratum: the conjecture speaks of multiples of 4; no other m from 1 to 7 will do.
refuted "Conjecture 1 for m = 6" at (0, 3, 4; 1) for m in {6}:
    P = Q

# Not an erratum: the conjecture speaks of multiples of 4; no other m from 1 to 7 will do.
refuted "Conjecture 1 for m = 7" at (1, 3, 3; 1) for m in {7}:
    P = Q
