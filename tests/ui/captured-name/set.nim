heaps x
param c = 2
let S = {c, c + 1}
move take(i): x -> x - i where 1 <= i, exists c in 4..4: i in S
