heaps h[3]
move shave(i[h]): h -> h - i where 0 <= i, i != 0
