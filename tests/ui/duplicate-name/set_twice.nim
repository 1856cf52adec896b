extends "triangular_wythoff.nim" with c = 2, c = 3
