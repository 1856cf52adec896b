heaps x, y
move take(i): x ⟶ x – i where 1 ⩽ i, 2 × i ≦ y, i ≠ 3
