# Family: Nim and its relatives
ruleset "Antonim with two heaps"
source "Winning Ways, chapter 15"

heaps a, b
positions where a != b or a = 0

move take(i) symmetric:
    a -> a - i
    where 1 <= i

claim "lost are (1, 2), (3, 4), (5, 6), ...":
    P = {(0, 0)} union sym {(2 * k + 1, 2 * k + 2) for k >= 0}
