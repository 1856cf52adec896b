ruleset "Moore's Nim_k"
source "Moore 1910; KY24, Question 1, after Jenkyns and Mayberry 1980"

param n = 3 where n >= 1
param k = 2 where k >= 1
heaps h[n]

move take(i[A]) for each subset A of h:
    A -> A - i
    where size(A) <= k, 1 <= i

theorem "Moore 1910":
    P(h) iff (forall j >= 0: sum(digit(2, j, a) for a in h) = 0 (mod k + 1))

let triangle(m) = floor(m * (m - 1) / 2)

# With e for what exceeds n equal heaps.
theorem "Jenkyns and Mayberry 1980, n = k + 1":
    grundy(h) = cases {
        sum(h) if min(h) <= triangle(sum(h) - n * min(h) + 1);
        triangle(sum(h) - n * min(h) + 1) +
            (min(h) - 1 - triangle(sum(h) - n * min(h) + 1)) mod (sum(h) - n * min(h) + 1) otherwise
    }
        where n = k + 1, 2 <= k
