# Family: Taking and breaking
ruleset "Guiles"
source "Winning Ways, chapter 4"

heaps n
octal "0.15"

theorem "Winning Ways, chapter 4: period 10":
    grundy(n + 10) = grundy(n) where 1 <= n
