ruleset "Wythoff Nim"
source "Wythoff 1907; SRT, section 1; RYU, Example 2.1 (b)"

heaps x, y

move rook(i) symmetric:
    x -> x - i
    where 1 <= i

move bishop(i):
    (x, y) -> (x - i, y - i)
    where 1 <= i

sequence A(s) = floor(s * phi)

theorem "SRT, section 1, the example":
    (exists option (u, v) of (4, 5): u = 3 and v = 4)
        and (exists option (u, v) of (3, 4): u = 2 and v = 4)
        and (exists option (u, v) of (2, 4): u = 2 and v = 2)
        and (exists option (u, v) of (2, 2): u = 0 and v = 0)

theorem "RYU, Example 2.1 (b)":
    forall c >= 0, d >= 0:
        (exists option (u, v) of (x, y): u = x - c and v = y - d)
            iff c <= x and d <= y and 1 <= c + d and (c = 0 or d = 0 or c = d)

theorem "SRT, Proposition 1.1":
    P = sym {(A(s), A(s) + s) for s >= 0}

# SRT, Proposition 1.2 and Table 2: row x is additively periodic with period p(x) from a(x) on.
sequence printed_p = [1, 3, 3, 6, 12, 24, 12, 24, 24, 24, 24, 48, 48, 96, 96, 96, 24, 192, 384, 384, 384, 768]
sequence printed_a = [0, 0, 0, 8, 9, 27, 37, 92, 102, 127, 224, 227, 347, 382, 613, 693, 771, 865, 919, 1032,
    1165, 1252]
sequence p = [1, 3, 3, 6, 12, 24, 12, 24, 24, 24, 24, 48, 48, 96, 96, 96, 192, 192, 384, 384, 384, 768]
sequence a = [0, 0, 0, 8, 9, 27, 37, 92, 102, 127, 224, 277, 347, 382, 613, 693, 771, 865, 919, 1032, 1165,
    1252]

theorem "SRT, Proposition 1.2":
    forall m >= 0: exists q >= 1, b >= 0: forall n >= b: grundy(m, n + q) = grundy(m, n) + q

refuted "SRT, Table 2" at (11, 228):
    grundy(x, y + printed_p(x)) = grundy(x, y) + printed_p(x) where x <= 21, printed_a(x) <= y

refuted "SRT, Table 2, m = 16" at (16, 771):
    grundy(x, y + printed_p(x)) = grundy(x, y) + printed_p(x) where x = 16, printed_a(x) <= y

claim "SRT, Table 2, corrected":
    grundy(x, y + p(x)) = grundy(x, y) + p(x) where x <= 21, a(x) <= y

claim "SRT, Table 2, corrected, no a is larger than it must be":
    forall m in 3..21: grundy(m, a(m) - 1 + p(m)) != grundy(m, a(m) - 1) + p(m)

theorem "SRT, Table 2, m = 43":
    grundy(x, y + 768) = grundy(x, y) + 768 where x = 43, 13849 <= y
