heaps n
octal "0.77"
claim "wins": exists option (m) of (n): P(m) where 1 <= n
