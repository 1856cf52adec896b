# Family: Nim and its relatives
ruleset "Exact Nim: from all heaps"
source "Boros, Gurvich, Ho, Makino and Mursic, On the Sprague-Grundy function of exact k-Nim, Discrete Appl. Math. 239 (2018) 1-14"

param n = 3 where n >= 2
heaps h[n]

move take(i[h]):
    h -> h - i
    where 1 <= i

theorem "2 k > n, with k = n: the value is the length of the longest play" for n in 2..4:
    grundy(h) = min(h)
