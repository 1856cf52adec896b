heaps left, right
move take(i): lefft -> lefft - i where 1 <= i
