ruleset "Claims that are false late, in rows and alone"
heaps x, y
move rook(i) symmetric: x -> x - i where 1 <= i

# Rows settle it: false at (0, 80) first.
claim "in rows": grundy(x, y) != 80
# Options are looked at position by position: false at (7, 80) alone.
claim "alone": forall option (u, v) of (x, y): u + v != 86 or x != 7
claim "finitely many": grundy(x, y) != x + y or x = 0 or y = 0 or x + y != 3 except finitely many
claim "with gaps": grundy(x + y, y) >= x
claim "no value everywhere": grundy(x - 3, y) >= 0
