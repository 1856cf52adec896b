let share(a, b) = floor(a / b)
heaps x, y
move take(i): x -> x - i where 1 <= i <= share(x, y)
