# Family: Nim and its relatives
ruleset "Kotzig's Nim with n places"
source "Winning Ways, chapter 15; Fraenkel, Jaffray, Kotzig and Sabidussi, Modular Nim, Theoret. Comput. Sci. 143 (1995) 319-333"

# A piece goes around n places by a number of M, to a place where it has not been.
param n = 7 where n >= 2
param M = {1, 2}
heaps free[n]
register place in 1..n
positions where forall k in 1..n: free[k] <= 1

move step(m) for k in 1..n:
    free[k] -> 0, place -> k
    where m in M, k = place + m (mod n), free[k] = 1

claim "by 1 or 2 the first player wins, except around 3 and around 7 places" for n in 2..9:
    P(free, place) iff n = 3 or n = 7 where place = 1, free[1] = 0, forall k in 2..n: free[k] = 1
