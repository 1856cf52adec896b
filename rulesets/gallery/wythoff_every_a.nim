# Family: Wythoff's game and its relatives
ruleset "a-Wythoff for every a, normal and misère"
source "Fraenkel, How to beat your Wythoff games' opponent on three fronts, Amer. Math. Monthly 89 (1982) 353-361, and Wythoff games, continued fractions, cedar trees and Fibonacci searches, Theoret. Comput. Sci. 29 (1984) 49-73"

extends "../a_wythoff.nim"

# floor(n alpha) with alpha = (2 - a + sqrt(a^2 + 4)) / 2, and floor(n alpha + 1 / alpha).
sequence A(n) = floor((floor(sqrt((a * a + 4) * n * n)) + (2 - a) * n) / 2)
sequence M(n) = floor((floor(sqrt((a * n + 1)^2 * (a * a + 4))) + (2 - a) * (a * n - 1)) / (2 * a))

theorem "Fraenkel 1982" for a >= 1:
    P = sym {(A(n), A(n) + a * n) for n >= 0}

theorem "Fraenkel 1984, 2 <= a" misere for a >= 2:
    P = sym {(M(n), M(n) + a * n + 1) for n >= 0}
