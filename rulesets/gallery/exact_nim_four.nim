# Family: Nim and its relatives
ruleset "Exact Nim: from exactly three of four heaps"
source "Boros, Gurvich, Ho, Makino and Mursic, On the Sprague-Grundy function of exact k-Nim, Discrete Appl. Math. 239 (2018) 1-14"

heaps a, b, c, d

move take(i, j, k) symmetric:
    (a, b, c, d) -> (a - i, b - j, c - k, d)
    where 1 <= i, 1 <= j, 1 <= k

theorem "2 k > n: the value is the length of the longest play":
    grundy(a, b, c, d) =
    min(floor((a + b + c + d) / 3), floor((a + b + c + d - max(a, b, c, d)) / 2), a + b, a + c, a + d, b + c,
        b + d, c + d)
