heaps h[3]
move shave(i[h]): h -> h - i where 0 <= i, 1 <= sum(i), i[4] <= 2
