# Family: Nim and its relatives
ruleset "Nim with a move from all of an odd number of heaps"
source "Blass, Fraenkel and Guelman, How far can Nim in disguise be stretched?, J. Combin. Theory Ser. A 84 (1998) 145-156"

# From one heap, or the same number from all heaps.
heaps x, y, z

move take(i) symmetric:
    x -> x - i
    where 1 <= i

move all(i):
    (x, y, z) -> (x - i, y - i, z - i)
    where 1 <= i

claim "the P-positions of Nim":
    P(x, y, z) iff x xor y xor z = 0
