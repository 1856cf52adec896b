heaps h[30]
move take(i) for k in 1..30, l in k + 1..30: h[k] -> h[k] - i, h[l] -> h[l] - i
    where 1 <= i, forall q in 1..60: h[1] <= q * i, forall q in 1..60: h[2] <= q * i
