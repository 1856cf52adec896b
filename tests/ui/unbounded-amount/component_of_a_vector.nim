heaps h[2]
move shave(i[h]): h -> h - i
    where 1 <= max(i)
