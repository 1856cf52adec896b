heaps h[64]
move shave(i[A]) for each subset A of h: A -> A - i where 1 <= i
