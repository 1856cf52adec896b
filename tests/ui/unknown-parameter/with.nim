extends "triangular_wythoff.nim" with d = 2
