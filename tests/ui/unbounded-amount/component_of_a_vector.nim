heaps h[2]
move shave(i[h]): h -> h - i
    where 1 <= sum(i)
