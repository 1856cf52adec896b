# Family: Taking and breaking
ruleset "Dawson's Kayles"
source "Guy and Smith, The G-values of various games, 1956"

# Two pins that stand side by side are knocked down.
heaps n

octal "0.07"

theorem "Guy and Smith 1956":
    grundy(n + 34) = grundy(n) where 53 <= n
