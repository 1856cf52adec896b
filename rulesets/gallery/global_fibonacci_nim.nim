# Family: Dynamic games
ruleset "Global Fibonacci Nim with two heaps"
source "Larsson and Rubinstein-Salzedo, Global Fibonacci Nim, Internat. J. Game Theory 47 (2018) 595-611"

# q is no heap: at most q tokens may be taken, and the next player may take twice as many from any heap.
heaps x, y, q
measure x + y

move take_x(i):
    (x, y, q) -> (x - i, y, 2 * i)
    where 1 <= i <= q

move take_y(i):
    (x, y, q) -> (x, y - i, 2 * i)
    where 1 <= i <= q

claim "equal heaps are lost, whatever may be taken":
    P(x, y, q) where x = y

claim "one heap is Fibonacci Nim":
    P(x, y, q) iff P(y, q) of "fibonacci_nim.nim" where x = 0
