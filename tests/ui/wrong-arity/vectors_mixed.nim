heaps h[3], g[2]
move shave(i[h], j[g]): h -> h - i, g -> g - j
    where 0 <= i <= j, 1 <= sum(i)
