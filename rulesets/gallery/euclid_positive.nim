# Family: Euclid and its relatives
ruleset "Euclid, ending at equal numbers"
source "Grossman 1997, problem 1537 of Math. Mag.; Nivasch, The Sprague-Grundy function of the game Euclid, Discrete Math. 306 (2006) 2798-2800"

# A multiple of the smaller number is taken from the larger one; both stay positive.
heaps x, y
positions where 1 <= x, 1 <= y

move subtract(k) symmetric:
    y -> y - k * x
    where 1 <= k, x <= y

theorem "Nivasch 2006":
    grundy(x, y) = floor(abs(y * y - x * x) / (x * y))

theorem "lost where the ratio is below phi":
    P(x, y) iff max(x, y) < phi * min(x, y)
