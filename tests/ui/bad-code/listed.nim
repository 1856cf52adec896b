param a = 8
heaps n
octal 0, 7, a
