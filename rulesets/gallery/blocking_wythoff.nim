# Family: Wythoff's game and its relatives
ruleset "Blocking Wythoff Nim: two options may be forbidden"
source "Hegarty and Larsson, Permutations of the natural numbers with prescribed difference multisets, Integers 6 (2006) A3; Larsson, Blocking Wythoff Nim, Electron. J. Combin. 18 (2011) P120, there 3-blocking"

play blocking 2
heaps x, y

move rook(i) symmetric:
    x -> x - i
    where 1 <= i

move bishop(i):
    (x, y) -> (x - i, y - i)
    where 1 <= i

theorem "Larsson 2011: lost are (0, 0), (n, 2 n + 1) and (n, 2 n + 2)":
    P = {(0, 0)} union sym {(j, 2 * j + 1) for j >= 0} union sym {(j, 2 * j + 2) for j >= 0}
