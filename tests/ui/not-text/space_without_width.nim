heaps x
move take(i): x\u{200b} -> x - i where 1 <= \u{200b}i
