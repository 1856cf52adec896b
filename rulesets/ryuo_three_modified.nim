ruleset "Modified 3-dimensional Ryūō Nim"
source "RYU, Definition 5.2 without its third move, as Theorem 5.2 needs it: Definition 5.3 with n = 3, p = 3"

heaps x, y, z

move rook(s) symmetric:
    x -> x - s
    where 1 <= s

move two symmetric:
    (x, y, z) -> (x - 1, y - 1, z)

claim "Theorem 5.2, corrected":
    grundy(x, y, z) = (x + y + z) mod 3 + 3 * (floor(x / 3) xor floor(y / 3) xor floor(z / 3))

refuted "Theorem 5.1 for the modified game" at (1, 1, 1):
    P(x, y, z)
        iff (x + y + z) mod 3 = 0
            and cases {
                floor(x / 3) xor floor(y / 3) xor floor(z / 3) xor 1 = 0 if x mod 3 = 1, y mod 3 = 1,
                z mod 3 = 1;
                floor(x / 3) xor floor(y / 3) xor floor(z / 3) = 0 otherwise
            }
