ruleset "octal games of three digits"
source "Guy and Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956) 514-526"

# Where one, two or three tokens are taken, the digit says what may be left: 1 no heap, 2 one heap, 4 two heaps, and sums of
# these. Kayles is 7, 7, 0.
param a = 1 where 0 <= a <= 7
param b = 3 where 0 <= b <= 7
param c = 7 where 0 <= c <= 7

heaps n

octal 0, a, b, c
