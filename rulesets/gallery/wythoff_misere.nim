# Family: Wythoff's game and its relatives
ruleset "Wythoff's game, misère"
source "Fraenkel, Wythoff games, continued fractions, cedar trees and Fibonacci searches, Theoret. Comput. Sci. 29 (1984) 49-73"

extends "../wythoff.nim"

sequence B(n) = A(n) + n

theorem "Fraenkel 1984" misere:
    P = {(2, 2)} union sym {(0, 1)} union sym {(A(n), B(n)) for n >= 2}
