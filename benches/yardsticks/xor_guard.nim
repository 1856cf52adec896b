ruleset "An amount that mixes with the other heap"
heaps x, y
move take(i) symmetric: x -> x - i where 1 <= i, (i xor y) mod 3 != 0
