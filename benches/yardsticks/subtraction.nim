ruleset "A subtraction game"
heaps n
move take(i): n -> n - i where i in {2, 5, 7, 11, 23, 41}
