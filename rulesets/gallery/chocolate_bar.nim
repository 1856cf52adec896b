# Family: Chomp and chocolate
ruleset "Step chocolate bar"
source "Nakamura and Miyadera, Impartial chocolate bar games, Integers 15 (2015) G4"

# A bar of z + 1 columns, the height of column i is at most floor(i / k) + 1; the bitter square is left.
param k = 2 where k >= 1
heaps y, z
positions where y <= floor(z / k)

move lower(i):
    y -> y - i
    where 1 <= i

move narrower(i):
    z -> z - i, y -> min(y, floor((z - i) / k))
    where 1 <= i

theorem "even k: the values are those of Nim" for k in 2..8 where k mod 2 = 0:
    grundy(y, z) = y xor z
