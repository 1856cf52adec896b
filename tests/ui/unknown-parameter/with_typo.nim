extends "fib_template.nim" with M = 2
