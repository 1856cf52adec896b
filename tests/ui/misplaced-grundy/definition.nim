heaps x, y
let D = P
move take(i): x -> x - i where 1 <= i, (x, y) in D
