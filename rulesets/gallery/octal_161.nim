# Family: Taking and breaking
ruleset "The octal game 0.161"
source "Guy and Smith, The G-values of various games, Proc. Cambridge Philos. Soc. 52 (1956) 514-526, for octal games in general"

heaps n
octal "0.161"

claim "the values of 0.36, up to heaps of 518":
    grundy(n) = grundy(n) of "octal_036.nim" where n <= 518
