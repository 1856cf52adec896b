ruleset "Halve the heap, or take one"
heaps n
move halve: n -> floor(n / 2) where 1 <= n
move one: n -> n - 1 where 1 <= n
