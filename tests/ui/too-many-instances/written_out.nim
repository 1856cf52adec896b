heaps h[60]
move take(i) for k in 1..60, l in k + 1..60: h[k] -> h[k] - i, h[l] -> h[l] - i
    where 1 <= i, forall q in 1..60: h[q] <= 3 * i, forall q in 1..60: 1 <= h[q]
