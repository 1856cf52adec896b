heaps x
move take(i): x -> x - i where 1 <= i
{{100000 × # This comment is ten times as long as it should be, and it is said too often to be of use.
}}
