# Family: Nim and its relatives
ruleset "Exact Nim: from exactly two of three heaps"
source "Boros, Gurvich, Ho, Makino and Mursic, On the Sprague-Grundy function of exact k-Nim, Discrete Appl. Math. 239 (2018) 1-14"

heaps x, y, z

move take(i, j) symmetric:
    (x, y, z) -> (x - i, y - j, z)
    where 1 <= i, 1 <= j

theorem "2 k > n: the value is the length of the longest play":
    grundy(x, y, z) = min(floor((x + y + z) / 2), x + y + z - max(x, y, z))
