ruleset "Modified 3-dimensional Ryūō Nim, as printed"
source "RYU, Definition 5.2 (its moves are those of Definition 5.1, in three lines for two)"

heaps x, y, z

move rook(s) symmetric:
    x -> x - s
    where 1 <= s

move two symmetric:
    (x, y, z) -> (x - 1, y - 1, z)

move three:
    (x, y, z) -> (x - 1, y - 1, z - 1)

refuted "Theorem 5.2" at (1, 1, 1):
    grundy(x, y, z) = (x + y + z) mod 3 + 3 * (floor(x / 3) xor floor(y / 3) xor floor(z / 3))
