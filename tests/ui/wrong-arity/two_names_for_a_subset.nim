heaps h[3]
move shave(i[A]) for each subset A, B of h: A -> A - i where 1 <= i
