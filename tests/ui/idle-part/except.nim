heaps x, y
move take(i) symmetric: (x, y) -> (x - i, y) where 1 <= i
claim "numbers": N(1, 2) except {(1, 2)}
claim "quantified": forall n >= 0: P(n, n) except finitely many
