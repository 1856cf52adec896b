heaps u, v
move a(i): (u, v) -> (u, v - floor(sqrt(i + 4))) where 2 <= i
