param s = 65535 where s >= 1
param t = 1 where t >= 1
heaps x, y
move rook(i)
    x -> - i
    where 1 <= i
move both(k, l) 
    (x, y) -> (x - k, y - l)
    where 1  <= l < s * k