heaps x, y
let D = {(0, 0)}
move take(i): x -> x - i where 1 <= i
claim "cold": D = P
