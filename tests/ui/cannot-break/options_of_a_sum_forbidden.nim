play blocking 1
heaps n
octal "0.77"
