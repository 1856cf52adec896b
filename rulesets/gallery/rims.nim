# Family: Taking and breaking
ruleset "Rims"
source "Winning Ways, chapter 17"

# A loop is drawn through some of n spots, at least one, and parts those that are left.
heaps n
octal "0.777..."
positions where n <= 500  # there are many ways to draw a loop

theorem "Winning Ways: Nim in disguise":
    grundy(n) = n
