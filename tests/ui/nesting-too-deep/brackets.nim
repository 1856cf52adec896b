heaps x
move take(i): x -> x - i where 1 <= {{201 × (}}i{{201 × )}}
