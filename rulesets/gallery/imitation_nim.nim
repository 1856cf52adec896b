# Family: Dynamic games
ruleset "Imitation Nim"
source "Larsson, 2-pile Nim with a restricted number of move-size imitations, Integers 9 (2009) G4"

# Who has just seen q tokens go from the smaller heap (or from one of two equal heaps) may not take q from the larger. Heaps end at 40.
heaps x, y
register q in 0..40
positions where x <= 40, y <= 40

move smaller(i) symmetric:
    (x, y; q) -> (x - i, y; i)
    where 1 <= i, x < y

move equal(i) symmetric:
    (x, y; q) -> (x - i, y; i)
    where 1 <= i, x = y, i != q

move larger(i) symmetric:
    (x, y; q) -> (x - i, y; 0)
    where 1 <= i, y < x, i != q

sequence A(n) = floor(n * phi)

theorem "Larsson 2009: the P-positions of Wythoff's game":
    P(x, y; 0) iff (exists n >= 0: min(x, y) = A(n) and max(x, y) = A(n) + n)
