heaps x
move take(i): x -> x - i where 1 <= i{{600 × ,
    1 <= i}}
