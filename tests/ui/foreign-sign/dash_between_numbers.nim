heaps x
move take(i): x -> x - i where i in {1–3, 5}
