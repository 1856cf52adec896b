heaps x # one heap\u{d}
move take(i): x -> x - i where 1 <= i
# twice\u{d}move more(i): x -> x - i where 2 <= i
