heaps x, y
move take(k): x -> x - 2k where 1 <= k
