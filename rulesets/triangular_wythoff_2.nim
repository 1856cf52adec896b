ruleset "Triangular Nim with a c-Wythoff twist (2)"
source "KY23, Definition 5.2 (the condition 1 <= i + j is damaged in our copy; the text says at least one token)"

param c = 0 where c >= 0
heaps x, y

move triangular(i, j) symmetric:
    (x, y) -> (x - i, y + j)
    where 2 <= i, 1 <= j < i

move wythoff(i, j):
    (x, y) -> (x - i, y - j)
    where 0 <= i, 0 <= j, |i - j| <= c, 1 <= i + j

sequence t(k) = (k^2 + k) / 2

conjecture "KY23, section 5.3, twist (2)" for c >= 0:
    P = {(0, 0)} union sym {((c + 1) * t(k), (c + 1) * t(k + 1)) for k >= 0}

claim "KY23, section 5.3, twist (2), by differences" for c >= 0:
    P(x, y)
        iff x + y = 0
            or (|x - y| mod (c + 1) = 0
                and 1 <= |x - y|
                and 2 * (c + 1) * max(x, y) = |x - y| * (|x - y| + c + 1))
