ruleset "A heap whose number is that of all tokens"
heaps h[3]
move take(i): h[total] -> h[total] - i where 1 <= i
