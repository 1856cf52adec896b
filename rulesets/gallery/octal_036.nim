# Family: Taking and breaking
ruleset "The octal game 0.36"
source "Guy and Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956) 514-526, for octal games in general"

heaps n
octal "0.36"

# The two games are easily taken for one: their values are the same as far as tables used to reach.
claim "the values of 0.161, up to heaps of 518":
    grundy(n) = grundy(n) of "octal_161.nim" where n <= 518

refuted "the values of 0.161" at (519):
    grundy(n) = grundy(n) of "octal_161.nim"
