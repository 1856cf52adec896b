# Family: Wythoff's game and its relatives
ruleset "the Tribonacci game"
source "after Duchêne and Rigo, A morphic approach to combinatorial games: the Tribonacci case, RAIRO Theor. Inform. Appl. 42 (2008) 375-393"

# Lost are (1, 2, 4), (3, 6, 11), (5, 9, 17), (7, 13, 24), ...: where the letters a, b, c stand for the n-th time in the Tribonacci
# word abacabaabacab..., which a -> ab, b -> ac, c -> a leave as it is.
heaps x, y, z

move up_to_two(i, j) symmetric:
    (x, y, z) -> (x - i, y - j, z)
    where 0 <= i, 0 <= j, 1 <= i + j

move triangle(i, j, k):
    (x, y, z) -> (x - i, y - j, z - k)
    where 1 <= i, 1 <= j, 1 <= k, i <= j + k, j <= i + k, k <= i + j

# A largest heap must not come to lie between the other two.
move lopsided(i, k) symmetric:
    (x, y, z) -> (x - i, y - i, z - k)
    where 1 <= i, 2 * i < k, z < max(x, y) or z - k <= min(x, y) - i or max(x, y) - i <= z - k

let low = min(x, y, z)
let high = max(x, y, z)
let middle = x + y + z - low - high

claim "lost are no tokens, and heaps that two lost positions of Corner the empress tell":
    P(x, y, z)
        iff high = 0
            or (middle < high
                and P(middle - low, high - middle) of "corner_the_empress.nim"
                and P(high - middle - 1, low + middle - 1) of "corner_the_empress.nim")

claim "the largest heap is more than the other two together, by the least at most":
    P(x, y, z) implies low + middle < high and high <= 2 * low + middle where 1 <= high

claim "equal heaps are never lost, but for no tokens":
    not P(x, x, z) where 1 <= x + z
