heaps x, y
move take(i): x -> x - i where 1 <= i \u{202e}# y <= i\u{202c}
move two(i): y -> y - i where 1 <= i \u{202e}# x <= i\u{202c}
