heaps n
octal "0.79"
