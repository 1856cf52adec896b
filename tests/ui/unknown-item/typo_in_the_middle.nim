heaps x
mvoe take(i): x -> x - i where 1 <= i
