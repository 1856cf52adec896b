# Family: Subtraction games
ruleset "Subtract a Mersenne number"
source "Winning Ways, chapter 4, for subtraction sets of odd numbers"

heaps n

move take(i):
    n -> n - i
    where i in {2^k - 1 for k >= 1}

theorem "a set of odd numbers with 1: who is to move wins where the heap is odd":
    grundy(n) = n mod 2
