ruleset "3-dimensional Ryūō Nim"
source "RYU, Definition 5.1"

heaps x, y, z

move rook(s) symmetric:
    x -> x - s
    where 1 <= s

move two symmetric:
    (x, y, z) -> (x - 1, y - 1, z)

move three:
    (x, y, z) -> (x - 1, y - 1, z - 1)

theorem "Theorem 5.1":
    P(x, y, z)
        iff (x + y + z) mod 3 = 0
            and cases {
                floor(x / 3) xor floor(y / 3) xor floor(z / 3) xor 1 = 0 if x mod 3 = 1, y mod 3 = 1,
                z mod 3 = 1;
                floor(x / 3) xor floor(y / 3) xor floor(z / 3) = 0 otherwise
            }

# Definition 5.2, the modified game, is printed with the same moves; see ryuo_three_modified.nim.
refuted "Theorem 5.2 for the game of Definition 5.1" at (1, 1, 1):
    grundy(x, y, z) = (x + y + z) mod 3 + 3 * (floor(x / 3) xor floor(y / 3) xor floor(z / 3))
