ruleset "A slip of the pen that comes twice"
heaps xyz, y
move take(i): xyz -> xyz - i where 1 <= i <= xyw, i < xyw + 1
