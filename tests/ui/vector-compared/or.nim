heaps h[3]
move shave(i[A]) for each subset A of h: A -> A - i where 1 <= i <= 2 or i = 5
