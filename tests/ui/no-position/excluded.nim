heaps x, y
positions where x <= y
move take(i): y -> y - i where 1 <= i
claim "cold": grundy(3, 1) = 0
